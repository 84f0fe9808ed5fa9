"""Operations: logs without secrets, a health check and metrics."""
