package dev.dexscope.dex.raw;

/** Makes the exception for what is wrong in a file: those who read the layout have their own. */
@FunctionalInterface
public interface Fault {
  /** The exception, to be thrown. */
  RuntimeException at(String file, String section, long offset, String reason);
}
