package dev.dexscope.agents.program;

import org.jspecify.annotations.Nullable;

/**
 * An instruction.
 *
 * @param method its jmethodID
 * @param location its address, of dex code or of HotSpot's
 */
public record CodeAddress(long method, long location) {
  // A record's own go by method handles, which take 20 microseconds where HotSpot interprets all
  // code of a thread, as it does when fields are watched.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CodeAddress that && method == that.method && location == that.location;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * method + location);
  }
}
