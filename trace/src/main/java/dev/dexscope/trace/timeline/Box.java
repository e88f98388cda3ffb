package dev.dexscope.trace.timeline;

/**
 * What a timeline draws: a call, or several short ones that share a piece of the picture.
 *
 * @param depth how many calls of its thread stand above it
 * @param from when the call, or the first of several, began: nanoseconds from the trace's start
 * @param to when it, or the last of several, ended
 * @param method index into the trace's methods; of several calls that of the longest, and of
 *     equally long ones that of the first
 * @param calls how many calls it stands for; 1 says that all figures are one call's own
 * @param busy how much of the time between {@code from} and {@code to} the calls took
 */
public record Box(int depth, long from, long to, int method, long calls, long busy) {}
