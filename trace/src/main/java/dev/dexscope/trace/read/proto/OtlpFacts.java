package dev.dexscope.trace.read.proto;

import java.util.LinkedHashMap;
import java.util.Map;

/** The attributes of resources that are facts of a run, by OpenTelemetry's semantic conventions. */
final class OtlpFacts {
  private static final Map<String, String> NAMES =
      Map.of(
          "service.name", "app",
          "service.version", "version",
          "app.build_id", "build",
          "device.model.identifier", "device",
          "android.os.api_level", "api",
          "host.arch", "abi");

  private OtlpFacts() {}

  /** The facts by their names in a store. */
  static Map<String, String> of(Map<String, String> attributes) {
    Map<String, String> facts = new LinkedHashMap<>();
    attributes.forEach((key, value) -> {
      String fact = NAMES.get(key);
      if (fact != null && !value.isEmpty()) {
        facts.put(fact, value);
      }
    });
    return facts;
  }
}
