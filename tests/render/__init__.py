"""Tests of pictures and alt text: their contents, their appearance, and unusual input."""
