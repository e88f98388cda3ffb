package dev.dexscope.apk.preflight;

/** The severity of a finding for a package that is changed and signed by another key. */
public enum Severity {
  /** It will not install, or not run as it should. */
  BLOCKER,
  /** A part of it may not work, or not be measured. */
  WARNING,
  /** Good to know before. */
  NOTE
}
