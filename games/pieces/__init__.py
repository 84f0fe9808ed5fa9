"""The things on the table: bones, dominoes and cards as small integers with codes and spoken names."""
