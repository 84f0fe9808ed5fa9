"""The way in. In the installed package, this folder holds every other package of Boneyard too."""
