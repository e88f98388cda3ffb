package dev.dexscope.agents;

import java.util.Locale;

/**
 * What has become of a class that a running program was given another class file of.
 *
 * @param detail how many methods run its code, or HotSpot's words
 */
public record SwappedClass(Outcome outcome, String name, String detail) {
  /** Whether the program runs it. */
  public enum Outcome {
    /** It has taken the place of the program's. */
    SWAPPED,
    /** The program had no such class. */
    ADDED,
    /** The program runs what it has run before. */
    REFUSED
  }

  /** As a line for people: {@code swapped Shop$Cart: 2 methods}. */
  public String line() {
    return outcome.name().toLowerCase(Locale.ROOT) + " " + name + ": " + detail;
  }

  /** Reads what {@link #line} has made. */
  static SwappedClass of(String line) {
    int space = line.indexOf(' ');
    int colon = line.indexOf(": ", space);
    return new SwappedClass(
        Outcome.valueOf(line.substring(0, space).toUpperCase(Locale.ROOT)),
        line.substring(space + 1, colon),
        line.substring(colon + 2));
  }
}
