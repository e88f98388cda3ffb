package dev.dexscope.observe.hprof;

/** Whose classes are. */
enum Origin {
  /** The program's. */
  GUEST,
  /** The JDK's, and Android's. */
  PLATFORM,
  /** The VM's own. */
  VM
}
