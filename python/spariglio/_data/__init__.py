"""What `spariglio.data` is made of: files, shards as arrays, features by replay, batches."""
