"""The parts of `spariglio.data`: files, shards as arrays, inputs by replay, batches."""
