package dev.dexscope.trace.timeline;

/**
 * An element of a timeline: a call, or several short ones that share a piece of the picture.
 *
 * @param depth the number of its thread's calls above it
 * @param from start of the call, or of the first of several: nanoseconds from the trace's start
 * @param to end of the call, or of the last of several
 * @param method index into the trace's methods; of several calls that of the longest, and of
 *     equally long ones that of the first
 * @param calls the number of calls; with 1, all figures are those of one call
 * @param busy the time that the calls took between {@code from} and {@code to}
 */
public record Box(int depth, long from, long to, int method, long calls, long busy) {}
