"""Adapters to retrieval frameworks: one file per framework, each an optional extra.

They translate names and values; where a document is cut is decided by `marksplit.chunk` alone.
"""
