package dev.dexscope.agents.api;

import org.jspecify.annotations.Nullable;

/**
 * A use of a field, before it happens.
 *
 * @param place the instruction that uses it
 * @param type the class that has the field
 * @param object whose field it is; null for a static one
 */
public record FieldUse(
    Thread thread, CodePlace place, Class<?> type, String field, @Nullable Object object) {}
