package dev.dexscope.web.store;

import java.time.Instant;

/**
 * One upload.
 *
 * @param id what its links have, which nobody guesses
 * @param sha256 the digest of its bytes; uploads of the same bytes share one file
 * @param ownerHash the hash of what its owner deletes it with
 * @param name what its sender called it, without folders and control characters
 * @param added when it was added
 * @param size its bytes
 * @param space bytes on disk, with the pictures of it
 * @param facts what is in it
 */
public record StoreEntry(
    String id,
    String sha256,
    String ownerHash,
    String name,
    Instant added,
    long size,
    long space,
    EntryFacts facts) {}
