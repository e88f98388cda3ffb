package dev.dexscope.trace.answer;

import java.util.Locale;

/** What the cells of a column are, and so how they are shown. */
public enum Form {
  /** Counts and other whole numbers. */
  NUMBER,
  /** Numbers with a fraction. */
  DECIMAL,
  /** Nanoseconds; people see milliseconds. */
  TIME,
  /** A part of a whole, from 0 to 1; people see percent. */
  SHARE,
  /** Words that are shown whole. */
  TEXT,
  /** Words whose end may be left out. */
  WORDS,
  /** Names of classes, packages and threads; packages are shortened where room is short. */
  NAME,
  /** The same of methods, which people see without descriptors. */
  METHOD,
  /** A {@link Nested} method, which people see indented, and whole. */
  NESTED,
  /** A list of methods, from the outermost caller on. */
  PATH;

  /** Whether it stands at the right. */
  public boolean isNumber() {
    return this == NUMBER || this == DECIMAL || this == TIME || this == SHARE;
  }

  /** Whether names of methods are in its cells. */
  public boolean isOfMethods() {
    return this == METHOD || this == NESTED || this == PATH;
  }

  /** The word in JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
