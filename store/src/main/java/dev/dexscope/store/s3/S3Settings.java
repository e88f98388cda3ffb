package dev.dexscope.store.s3;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a storage is and who uses it, by the variables and files of Amazon's tools: variables come
 * before the profile's lines in {@code ~/.aws/credentials} and {@code ~/.aws/config}.
 *
 * @param endpoint the server's address; empty for Amazon's of the region
 * @param region to which requests are signed
 * @param key the id of the access key
 * @param secret the access key
 * @param session the token of temporary keys; empty without
 */
public record S3Settings(
    String endpoint, String region, String key, String secret, String session) {
  private static final long LARGEST = 1 << 20;

  /**
   * Finds them.
   *
   * @throws S3Exception if there are no keys
   * @throws IOException if a file cannot be read
   */
  public static S3Settings find() throws IOException {
    return find(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  static S3Settings find(Map<String, String> environment, Path home) throws IOException {
    String profile = environment.getOrDefault("AWS_PROFILE", "default");
    Path folder = home.resolve(".aws");
    Map<String, String> known =
        section(
            file(environment, "AWS_CONFIG_FILE", folder.resolve("config")),
            profile.equals("default") ? "default" : "profile " + profile);
    known.putAll(
        section(
            file(environment, "AWS_SHARED_CREDENTIALS_FILE", folder.resolve("credentials")),
            profile));
    if (!environment.getOrDefault("AWS_ACCESS_KEY_ID", "").isEmpty()) {
      // Keys of one place are never used with those of another.
      known.put("aws_access_key_id", environment.getOrDefault("AWS_ACCESS_KEY_ID", ""));
      known.put("aws_secret_access_key", environment.getOrDefault("AWS_SECRET_ACCESS_KEY", ""));
      known.put("aws_session_token", environment.getOrDefault("AWS_SESSION_TOKEN", ""));
    }
    String key = known.getOrDefault("aws_access_key_id", "");
    String secret = known.getOrDefault("aws_secret_access_key", "");
    if (key.isEmpty() || secret.isEmpty()) {
      throw new S3Exception(
          "no keys for object storage",
          "AWS_ACCESS_KEY_ID, " + folder.resolve("credentials"),
          "set them; those of a role or a login: aws configure export-credentials --format env");
    }
    return new S3Settings(
        first(
            environment.get("AWS_ENDPOINT_URL_S3"),
            environment.get("AWS_ENDPOINT_URL"),
            known.get("endpoint_url"),
            ""),
        first(
            environment.get("AWS_REGION"),
            environment.get("AWS_DEFAULT_REGION"),
            known.get("region"),
            "us-east-1"),
        key,
        secret,
        known.getOrDefault("aws_session_token", ""));
  }

  private static String first(@Nullable String... values) {
    for (@Nullable String each : values) {
      if (each != null && !each.isBlank()) {
        return each.strip();
      }
    }
    return "";
  }

  private static Path file(Map<String, String> environment, String variable, Path usual) {
    String named = environment.getOrDefault(variable, "");
    return named.isEmpty() ? usual : Path.of(named);
  }

  /** The lines {@code name = value} below {@code [section]}. */
  private static Map<String, String> section(Path file, String name) throws IOException {
    Map<String, String> lines = new HashMap<>();
    if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
      return lines;
    }
    boolean isIn = false;
    for (String line : Files.readAllLines(file)) {
      String text = line.strip();
      if (text.startsWith("[") && text.endsWith("]")) {
        isIn = text.substring(1, text.length() - 1).strip().equals(name);
      } else if (isIn && text.contains("=") && !text.startsWith("#")) {
        int at = text.indexOf('=');
        lines.put(text.substring(0, at).strip(), text.substring(at + 1).strip());
      }
    }
    return lines;
  }

  /** The address of a bucket: as a host of Amazon's, and as a path elsewhere. */
  URI bucket(String bucket) {
    if (endpoint.isEmpty()) {
      return URI.create("https://" + bucket + ".s3." + region + ".amazonaws.com");
    }
    String base = endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
    return URI.create(base + "/" + bucket);
  }

  /** Without the keys: this may be printed. */
  @Override
  public String toString() {
    return "S3Settings[endpoint=" + endpoint + ", region=" + region + "]";
  }
}
