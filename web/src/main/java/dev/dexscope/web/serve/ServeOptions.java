package dev.dexscope.web.serve;

/**
 * Options of a server besides those of its store.
 *
 * @param url its public address, without a slash at its end, if it differs from that in requests,
 *     as with a proxy that uses TLS; else empty
 * @param isListing whether it lists all its traces for everybody; else they are found by their
 *     links
 * @param uploadsPerMinute the maximum for each client
 */
public record ServeOptions(String url, boolean isListing, int uploadsPerMinute) {
  public static final ServeOptions USUAL = new ServeOptions("", false, 60);
}
