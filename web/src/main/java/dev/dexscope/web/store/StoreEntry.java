package dev.dexscope.web.store;

import java.time.Instant;

/**
 * One upload.
 *
 * @param id its id in links, which cannot be guessed
 * @param sha256 the digest of its bytes; uploads of the same bytes share one file
 * @param ownerHash the hash of the token that permits its owner to delete it
 * @param app the application that it is a run of; empty without
 * @param name its name from the sender, without folders and control characters
 * @param added when it was added
 * @param size its bytes
 * @param space bytes on disk, with the pictures of it
 * @param facts its properties
 */
public record StoreEntry(
    String id,
    String sha256,
    String ownerHash,
    String app,
    String name,
    Instant added,
    long size,
    long space,
    EntryFacts facts) {}
