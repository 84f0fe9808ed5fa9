"""Bones, dominoes and cards as small integers with codes and spoken names."""
