package dev.dexscope.agents;

import java.util.Locale;

/**
 * The outcome for a class that a running program was given another class file of.
 *
 * @param words HotSpot's when it has refused, otherwise empty
 */
public record SwappedClass(Outcome outcome, String name, String words) {
  /** Whether the program runs it. */
  public enum Outcome {
    /** It has taken the place of the program's. */
    SWAPPED,
    /** The program had no such class. */
    ADDED,
    /** The program runs what it has run before. */
    REFUSED
  }

  /** A class that the program runs. */
  SwappedClass(Outcome outcome, String name) {
    this(outcome, name, "");
  }

  /** As a line for people: {@code swapped Shop$Cart}. */
  public String line() {
    String line = outcome.name().toLowerCase(Locale.ROOT) + " " + name;
    return words.isEmpty() ? line : line + ": " + words;
  }

  /** Reads what {@link #line} has made. */
  static SwappedClass of(String line) {
    int space = line.indexOf(' ');
    int colon = line.indexOf(": ", space);
    return new SwappedClass(
        Outcome.valueOf(line.substring(0, space).toUpperCase(Locale.ROOT)),
        line.substring(space + 1, colon < 0 ? line.length() : colon),
        colon < 0 ? "" : line.substring(colon + 2));
  }
}
