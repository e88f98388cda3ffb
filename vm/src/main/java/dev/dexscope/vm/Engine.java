package dev.dexscope.vm;

/** What runs a method. */
public enum Engine {
  /** HotSpot, as JVM code; the interpreter takes what has no such form. */
  TRANSLATED,
  /** The reference interpreter, for everything. */
  INTERPRETED
}
