package dev.dexscope.samples.phone;

/** One of the activities. */
public final class Third extends Page {}
