package dev.dexscope.store;

/**
 * The file that a run was read from.
 *
 * @param file its name without folders
 * @param bytes its length
 * @param sha256 its digest
 * @param mapping the digest of the mapping file whose names were used; empty without
 */
record Source(String file, long bytes, String sha256, String mapping) {
  /** The run's id. */
  long run() {
    return Digest.idOfDigest(sha256);
  }
}
