package dev.dexscope.web.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/**
 * Who may ask a server. A page of a foreign site runs in the same browser: it may send requests to
 * any address of this machine, and by a name of its own that it moves to this machine (DNS
 * rebinding) it may read the answers. So the host that a request names must be one of ours, a
 * request that changes something must come from our own page or from no page, and a private server
 * wants its token, which stands in the first address that the command prints.
 *
 * @param hosts names by which the server may be called, without ports; empty allows any
 * @param token what private servers want; empty lets everybody in
 */
public record Access(Set<String> hosts, String token) {
  /** The names of the own machine. */
  public static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  public Access {
    hosts = Set.copyOf(hosts);
  }

  /** For the user alone who started it on this machine. */
  public static Access ofOneUser() {
    byte[] bytes = new byte[18];
    new SecureRandom().nextBytes(bytes);
    return new Access(LOOPBACK, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Whether a request for this host is meant for us. */
  boolean isOurHost(String host) {
    if (hosts.isEmpty()) {
      return true;
    }
    int colon = host.lastIndexOf(':');
    boolean hasPort = colon > host.lastIndexOf(']');
    return hosts.contains((hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT));
  }

  /** Whether a text is the token; how long that takes does not tell how much of it was right. */
  boolean isToken(String text) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  boolean isPrivate() {
    return !token.isEmpty();
  }
}
