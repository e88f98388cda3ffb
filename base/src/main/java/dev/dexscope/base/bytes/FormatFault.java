package dev.dexscope.base.bytes;

/** Makes the typed exception of a parser: what is wrong, in which file, and where. */
@FunctionalInterface
public interface FormatFault {
  RuntimeException at(String file, long offset, String reason);
}
