package dev.dexscope.art;

import java.nio.file.Path;

/**
 * A method trace that the runtime writes itself.
 *
 * @param file where to
 * @param buffer the bytes of calls that are kept; later ones are missing. 0 for a stream, in which
 *     all calls are written as they happen
 * @param sampleMicros the time between samples; 0 for a record of every call
 */
public record ArtTrace(Path file, int buffer, int sampleMicros) {
  /** The size of the buffer of samples, and of what a stream collects before it is written. */
  private static final int USUAL_BUFFER = 64 << 20;

  /** Returns the launcher's word for it. */
  String word() {
    String mode = buffer == 0 ? "streaming" : "buffered";
    return (sampleMicros > 0 ? Integer.toString(sampleMicros) : mode)
        + ","
        + (buffer == 0 ? USUAL_BUFFER : buffer)
        + ","
        + file.toAbsolutePath();
  }
}
