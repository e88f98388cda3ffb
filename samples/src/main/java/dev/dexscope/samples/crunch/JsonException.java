package dev.dexscope.samples.crunch;

/** A text that is not JSON. */
final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonException(String what, int at) {
    super(what + " expected at " + at);
  }
}
