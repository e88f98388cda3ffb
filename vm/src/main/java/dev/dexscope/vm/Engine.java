package dev.dexscope.vm;

/** The way in which methods run. */
public enum Engine {
  /** HotSpot, as JVM code; the interpreter runs methods without such a form. */
  TRANSLATED,
  /** The reference interpreter, for everything. */
  INTERPRETED
}
