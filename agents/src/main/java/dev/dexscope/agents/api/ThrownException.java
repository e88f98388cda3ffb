package dev.dexscope.agents.api;

import org.jspecify.annotations.Nullable;

/**
 * An exception at the moment when it is thrown.
 *
 * @param place the instruction that throws it
 * @param handler where it will be caught; null when nothing of the program's catches it
 */
public record ThrownException(
    Thread thread, Throwable exception, CodePlace place, @Nullable CodePlace handler) {}
