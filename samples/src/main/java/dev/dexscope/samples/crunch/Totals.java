package dev.dexscope.samples.crunch;

/** The sums of the work. */
final class Totals {
  long documents;
  long refused;

  /** Calls of {@link JsonParser#value}. */
  long values;

  /** Calls of {@link EditDistance#between}. */
  long distances;

  long digest;

  void add(Totals other) {
    documents += other.documents;
    refused += other.refused;
    values += other.values;
    distances += other.distances;
    digest = 31 * digest + other.digest;
  }

  @Override
  public String toString() {
    return "documents "
        + documents
        + "\nrefused "
        + refused
        + "\nvalues "
        + values
        + "\ndistances "
        + distances
        + "\ndigest "
        + Long.toHexString(digest);
  }
}
