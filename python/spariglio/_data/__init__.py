"""What `spariglio.data` is made of: files, shards as arrays, inputs by replay, batches."""
