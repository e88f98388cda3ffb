package dev.dexscope.trace.read.common;

/** What a reader makes of a file: records to go through, or call trees that stand in it. */
public sealed interface Source permits TraceFormat, StoredTrees {}
