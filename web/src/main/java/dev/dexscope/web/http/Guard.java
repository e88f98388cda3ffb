package dev.dexscope.web.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import org.eclipse.jetty.http.HttpFields;

/** Applies {@link Access} to requests, and adds the security headers. */
final class Guard {
  /** Nothing from elsewhere, no code in pages, no frame around them. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String COOKIE = "dexscope-token";
  private static final String TOKEN = "token";

  private final Access access;
  private final Guesses guesses = new Guesses(InstantSource.system());

  Guard(Access access) {
    this.access = access;
  }

  /** Sets the headers that every answer has. */
  void protect(HttpFields.Mutable headers) {
    headers.put("Content-Security-Policy", POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
  }

  /**
   * Returns whether a route may answer; otherwise it is answered already.
   *
   * @throws HttpException when the request is refused
   */
  boolean lets(Exchange exchange) {
    String host = exchange.host();
    if (host == null || !access.isOurHost(host)) {
      throw new HttpException(421, "this server does not answer for the host " + host);
    }
    requireOwnPage(exchange, host);
    return !access.isPrivate() || hasToken(exchange, host);
  }

  /**
   * A request that changes something comes from our page, or from a program, which sends no origin.
   */
  private static void requireOwnPage(Exchange exchange, String host) {
    String origin = exchange.requestHeader("Origin");
    boolean isOwn = origin.isEmpty() || origin.equals("http://" + host) || isHttps(origin, host);
    String site = exchange.requestHeader("Sec-Fetch-Site");
    if (!isOwn || (!exchange.isAsking() && !site.isEmpty() && !site.equals("same-origin"))) {
      throw new HttpException(403, "requests from pages of other sites are not answered");
    }
  }

  /** Returns whether a proxy with TLS is in front. */
  private static boolean isHttps(String origin, String host) {
    return origin.equals("https://" + host);
  }

  private boolean hasToken(Exchange exchange, String host) {
    String client = exchange.client();
    String given = exchange.parameter("token");
    if (!given.isEmpty() && guesses.grant(client, TOKEN, given, access::grant) != null) {
      // Away with it from the address, which people copy; the browser keeps it as a cookie.
      exchange.addHeader(
          "Set-Cookie",
          cookieName(host) + "=" + Access.cookie(given) + "; Path=/; HttpOnly; SameSite=Strict");
      exchange.header("Location", URI.create("/").resolve(exchange.path()).getRawPath());
      exchange.empty(303);
      return false;
    }
    String cookie = exchange.cookie(cookieName(host));
    Grant grant = cookie.isEmpty() ? null : guesses.grant(client, COOKIE, cookie, access::ofCookie);
    String sent = sent(exchange.requestHeader("Authorization"));
    if (grant == null && !sent.isEmpty()) {
      grant = guesses.grant(client, TOKEN, sent, access::grant);
    }
    if (grant == null) {
      throw new HttpException(
          401, "open the address with the token that the command has printed when it started");
    }
    exchange.grant(grant);
    return true;
  }

  /** The token or key of a header; as a password, whatever the user, for clients without keys. */
  private static String sent(String authorization) {
    if (authorization.startsWith("Bearer ")) {
      return authorization.substring(7).strip();
    }
    if (!authorization.startsWith("Basic ")) {
      return "";
    }
    try {
      byte[] pair = Base64.getDecoder().decode(authorization.substring(6).strip());
      String text = new String(pair, StandardCharsets.UTF_8);
      return text.substring(text.indexOf(':') + 1);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Cookies do not know ports: servers on one machine must not take each other's. */
  private static String cookieName(String host) {
    return COOKIE + host.substring(Math.max(host.lastIndexOf(':'), host.lastIndexOf(']')) + 1);
  }
}
