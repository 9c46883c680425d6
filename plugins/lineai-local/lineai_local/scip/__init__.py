"""SCIP indexes, made by compilers' own front ends, as evidence for the edges of the graph."""
