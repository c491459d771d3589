"""The rules of the lean block parser, one construct per file. Nothing is exported from here.

Every rule takes the scan, the line it may start at, the indentation its container requires, the
indentation of the list around it (-1: none), the nesting level and the list that its block is
appended to; it returns the line after its block, or 0 when the line starts no such block.
"""
