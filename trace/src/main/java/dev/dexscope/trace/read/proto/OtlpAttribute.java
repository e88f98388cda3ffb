package dev.dexscope.trace.read.proto;

/**
 * An attribute of OpenTelemetry.
 *
 * @param text its value as text; empty if it is not a scalar
 */
record OtlpAttribute(String key, String text) {
  /** Its value as a number; 0 if it is none. */
  long number() {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
