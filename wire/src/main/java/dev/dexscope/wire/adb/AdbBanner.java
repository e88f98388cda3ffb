package dev.dexscope.wire.adb;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The introduction of a side: {@code device::ro.product.name=x;features=shell_v2,cmd}.
 *
 * @param kind {@code host}, {@code device}, {@code recovery} ...
 * @param features its extensions of the first adb; a side may use only those that the other one has
 */
public record AdbBanner(String kind, Map<String, String> properties, Set<String> features) {
  public AdbBanner {
    properties = Map.copyOf(properties);
    features = Set.copyOf(features);
  }

  public static AdbBanner parse(String text) {
    String[] parts = text.split(":", 3);
    Map<String, String> properties = new LinkedHashMap<>();
    Set<String> features = new LinkedHashSet<>();
    if (parts.length == 3) {
      for (String property : parts[2].split(";", -1)) {
        int equals = property.indexOf('=');
        if (equals < 0) {
          continue;
        }
        String value = property.substring(equals + 1);
        if (property.startsWith("features=")) {
          features.addAll(List.of(value.split(",", -1)));
          features.remove("");
        } else {
          properties.put(property.substring(0, equals), value);
        }
      }
    }
    return new AdbBanner(parts[0], properties, features);
  }

  public String toText() {
    StringBuilder text = new StringBuilder(kind).append("::");
    properties.keySet().stream()
        .sorted()
        .forEach(key -> text.append(key).append('=').append(properties.get(key)).append(';'));
    if (!features.isEmpty()) {
      text.append("features=").append(String.join(",", features.stream().sorted().toList()));
    }
    return text.toString();
  }
}
