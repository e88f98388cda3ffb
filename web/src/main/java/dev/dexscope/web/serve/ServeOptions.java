package dev.dexscope.web.serve;

/**
 * What a server does beside what its store does.
 *
 * @param url the address by which people reach it, without a slash at its end, where that is not
 *     the one that requests name: behind a proxy that speaks TLS; else empty
 * @param isListing whether it lists all its traces to everybody; else they are found by their links
 * @param uploadsPerMinute how many each client may make
 */
public record ServeOptions(String url, boolean isListing, int uploadsPerMinute) {
  public static final ServeOptions USUAL = new ServeOptions("", false, 60);
}
