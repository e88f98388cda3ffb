package dev.dexscope.trace.answer;

import java.util.Locale;

/** The type of a column's cells, which determines how they are shown. */
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
  /** A {@link Nested} method, which people see indented. */
  NESTED,
  /** A list of methods, from the outermost caller on. */
  PATH;

  /** Returns whether cells are aligned to the right. */
  public boolean isNumber() {
    return this == NUMBER || this == DECIMAL || this == TIME || this == SHARE;
  }

  /** Returns whether cells contain names of methods. */
  public boolean isOfMethods() {
    return this == METHOD || this == NESTED || this == PATH;
  }

  /** The word in JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
