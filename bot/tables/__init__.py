"""Tables: how a move is made, who sits, what each message shows. Knows neither Discord's library nor the database's."""
