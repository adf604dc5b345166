"""What a corpus needs beyond its score: sums in bounded memory, significance tests, readers of files and of data."""
