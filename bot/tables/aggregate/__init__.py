"""The table as it stands, the changes that are proposed to it, and the settings of all tables."""
