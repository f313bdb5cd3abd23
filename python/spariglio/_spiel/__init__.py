"""What `spariglio.openspiel` is made of."""
