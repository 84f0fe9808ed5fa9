"""Tests of pictures and alt text: contents, look, and odd input."""
