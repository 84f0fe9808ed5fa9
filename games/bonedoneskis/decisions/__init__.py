"""Decisions of Bonedoneskis: streets, bets, calls, duties and trades."""
