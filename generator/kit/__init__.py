"""The whole way from a game to a printed kit, and what is known of it afterwards."""
