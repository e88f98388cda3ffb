package dev.dexscope.trace.dmtracedump;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The methods and threads that a trace's text part lists. */
final class Listing {
  static final int TOPLEVEL = 0;
  static final int UNKNOWN = 1;

  private final List<ProfiledMethod> methods = new ArrayList<>();

  /** Ids, numbered as the methods after the special ones. */
  private final Slots ids = new Slots();

  Listing(TraceviewRecords records) {
    methods.add(ProfiledMethod.special(TOPLEVEL, "(toplevel)"));
    methods.add(ProfiledMethod.special(UNKNOWN, "(unknown)"));
    record Line(long id, String text) {}
    List<Line> lines = new ArrayList<>();
    for (String line : records.methodLines()) {
      int tab = line.indexOf('\t');
      if (tab >= 0) {
        lines.add(new Line(number(line.substring(0, tab)), line.substring(tab + 1)));
      }
    }
    lines.sort(Comparator.comparingLong(Line::id));
    for (Line line : lines) {
      // The first line of an id counts.
      if (ids.find(line.id) < 0) {
        ids.of(line.id);
        methods.add(ProfiledMethod.of(methods.size(), line.text));
      }
    }
  }

  /** Returns all methods: the special ones, then the others by id. */
  List<ProfiledMethod> methods() {
    return methods;
  }

  /** The place of the method with this id. */
  int place(long id) {
    int number = ids.find(id);
    return number < 0 ? UNKNOWN : number + UNKNOWN + 1;
  }

  /** Returns the value of a decimal or hexadecimal number; 0 if the text is not a number. */
  static long number(String text) {
    String word = text.strip();
    try {
      return word.startsWith("0x") || word.startsWith("0X")
          ? Long.parseUnsignedLong(word.substring(2), 16)
          : Long.parseLong(word);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
