package dev.dexscope.trace.read.common;

/** The result of opening a file: records to go through, or call trees stored in it. */
public sealed interface Source permits TraceFormat, StoredTrees {}
