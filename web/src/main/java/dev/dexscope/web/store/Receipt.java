package dev.dexscope.web.store;

/**
 * What an owner gets for a trace.
 *
 * @param token deletes the entry; it is told this once, and kept as a hash only
 */
public record Receipt(StoreEntry entry, String token) {}
