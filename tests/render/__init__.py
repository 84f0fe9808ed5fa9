"""Tests of pictures and alt text: contents, appearance and unusual input."""
