package dev.dexscope.store.s3;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests (AWS Signature Version 4, "Authenticating Requests: Using the Authorization
 * Header").
 */
final class S3Signature {
  /** The digest of a request without a body. */
  static final String EMPTY = sha256(new byte[0]);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private S3Signature() {}

  /**
   * Returns the headers of a request, those that are given and those of the signature.
   *
   * @param uri its address; path and query are encoded as the specification requires
   * @param sha256 of its body, which the server compares with what it receives
   */
  static Map<String, String> sign(
      S3Settings settings,
      String method,
      URI uri,
      Map<String, String> given,
      String sha256,
      Instant now) {
    String time = TIME.format(now);
    String day = time.substring(0, 8);
    SortedMap<String, String> headers = new TreeMap<>(given);
    headers.put("x-amz-content-sha256", sha256);
    headers.put("x-amz-date", time);
    if (!settings.session().isEmpty()) {
      headers.put("x-amz-security-token", settings.session());
    }
    SortedMap<String, String> signed = new TreeMap<>(headers);
    signed.put("host", uri.getRawAuthority());
    String names = String.join(";", signed.keySet());
    String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    String canonical =
        method
            + "\n"
            + uri.getRawPath()
            + "\n"
            + query
            + "\n"
            + signed.entrySet().stream()
                .map(each -> each.getKey() + ":" + each.getValue().strip() + "\n")
                .collect(Collectors.joining())
            + "\n"
            + names
            + "\n"
            + sha256;
    String scope = day + "/" + settings.region() + "/s3/aws4_request";
    String toSign =
        "AWS4-HMAC-SHA256\n"
            + time
            + "\n"
            + scope
            + "\n"
            + sha256(canonical.getBytes(StandardCharsets.UTF_8));
    byte[] key = ("AWS4" + settings.secret()).getBytes(StandardCharsets.UTF_8);
    for (String each : new String[] {day, settings.region(), "s3", "aws4_request"}) {
      key = mac(key, each);
    }
    headers.put(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential="
            + settings.key()
            + "/"
            + scope
            + ",SignedHeaders="
            + names
            + ",Signature="
            + HexFormat.of().formatHex(mac(key, toSign)));
    return headers;
  }

  /** Encodes a text for a path or a query; in a path slashes stay. */
  static String encoded(String text, boolean isPath) {
    var out = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xff);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-_.~".indexOf(c) >= 0
              || (isPath && c == '/');
      out.append(isPlain ? String.valueOf(c) : String.format("%%%02X", (int) c));
    }
    return out.toString();
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC with SHA-256", e);
    }
  }
}
