package dev.dexscope.dex.raw;

/** Creates the exception for a fault in a file: each reader of the layout has its own. */
@FunctionalInterface
public interface Fault {
  /** The exception, to be thrown. */
  RuntimeException at(String file, String section, long offset, String reason);
}
