package dev.dexscope.apk.preflight;

/** How bad a finding is for a package that is changed and signed by another key. */
public enum Severity {
  /** It will not install, or not run as it should. */
  BLOCKER,
  /** A part of it may not work, or not be measured. */
  WARNING,
  /** Good to know before. */
  NOTE
}
