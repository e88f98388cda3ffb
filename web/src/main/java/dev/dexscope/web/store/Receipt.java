package dev.dexscope.web.store;

/**
 * The receipt for an uploaded trace.
 *
 * @param token permits deleting the entry; it is returned only once, and stored as a hash
 */
public record Receipt(StoreEntry entry, String token) {}
