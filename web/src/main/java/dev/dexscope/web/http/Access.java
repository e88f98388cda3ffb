package dev.dexscope.web.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may send requests to a server. A page of a foreign site runs in the same browser: it
 * may send requests to any address of this machine, and with a name of its own that it redirects to
 * this machine (DNS rebinding) it may read the answers. So the host of a request must be one of
 * ours, a request that changes something must come from our own page or from no page, and a private
 * server requires its token, which is in the first address that the command prints.
 *
 * @param hosts permitted names of the server, without ports; empty allows any
 * @param token the token of a private server; empty permits everybody if there are no keys
 * @param keys those of applications
 */
public record Access(Set<String> hosts, String token, Keys keys) {
  /** The names of the own machine. */
  public static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  public Access {
    hosts = Set.copyOf(hosts);
  }

  /** Access without keys. */
  public Access(Set<String> hosts, String token) {
    this(hosts, token, Keys.NONE);
  }

  /** For the user alone who started it on this machine. */
  public static Access ofOneUser() {
    byte[] bytes = new byte[18];
    new SecureRandom().nextBytes(bytes);
    return new Access(LOOPBACK, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Returns whether a request for this host is meant for us. */
  boolean isOurHost(String host) {
    if (hosts.isEmpty()) {
      return true;
    }
    int colon = host.lastIndexOf(':');
    boolean hasPort = colon > host.lastIndexOf(']');
    return hosts.contains((hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT));
  }

  /** Returns what a text permits as the token, or a key; null if it is neither. */
  @Nullable Grant grant(String text) {
    return isToken(text) ? Grant.ALL : keys.of(text);
  }

  /** In a time that does not depend on the number of correct characters. */
  private boolean isToken(String text) {
    return !token.isEmpty()
        && MessageDigest.isEqual(
            text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  /** A token or key in letters that a cookie can have, whatever the user has chosen. */
  static String cookie(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns what the text of a cookie permits; null if nothing. */
  @Nullable Grant ofCookie(String text) {
    try {
      return grant(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  boolean isPrivate() {
    return !token.isEmpty() || !keys.isEmpty();
  }
}
