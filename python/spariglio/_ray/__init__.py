"""What `spariglio.ray` is made of."""
