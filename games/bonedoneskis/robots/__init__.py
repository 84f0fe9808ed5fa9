"""Thoughts of the robots of Bonedoneskis."""
