package dev.dexscope.samples.phone;

/** One of the activities. */
public final class Wide extends Page {}
