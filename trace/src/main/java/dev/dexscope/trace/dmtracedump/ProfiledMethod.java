package dev.dexscope.trace.dmtracedump;

import java.util.Comparator;

/** A method with its measured times, in microseconds. */
final class ProfiledMethod {
  /** Orders by class, name and signature. */
  static final Comparator<ProfiledMethod> BY_NAME =
      Comparator.comparing((ProfiledMethod m) -> m.className)
          .thenComparing(m -> m.name)
          .thenComparing(m -> m.signature);

  /** The most time first. */
  static final Comparator<ProfiledMethod> BY_EXCLUSIVE =
      Comparator.comparingLong(ProfiledMethod::allExclusive).reversed().thenComparing(BY_NAME);

  /** Its index in {@link Profile#methods}. */
  final int place;

  final String className;

  /** Empty where the line has no more than one name. */
  final String name;

  final String signature;

  /** Its number in the report: the rank by inclusive time. */
  int index;

  long exclusive;

  /** The exclusive time of calls that were below another call of the same method. */
  long recursiveExclusive;

  long inclusive;
  int calls;
  int recursiveCalls;

  private ProfiledMethod(int place, String className, String name, String signature) {
    this.place = place;
    this.className = className;
    this.name = name;
    this.signature = signature;
  }

  /** Returns a special method, which is not in the trace. */
  static ProfiledMethod special(int place, String name) {
    return new ProfiledMethod(place, name, "", "");
  }

  /**
   * A method from the text after its id: {@code class name signature file line}, by tabs. The
   * signature is a field of its own only if two more fields follow: ART writes no line, so that its
   * file is shown as part of the signature.
   */
  static ProfiledMethod of(int place, String text) {
    int first = text.indexOf('\t');
    int second = first < 1 ? -1 : text.indexOf('\t', first + 1);
    if (second <= first + 1) {
      return special(place, text);
    }
    String rest = text.substring(second + 1);
    int third = rest.indexOf('\t');
    int fourth = third < 1 ? -1 : rest.indexOf('\t', third + 1);
    return new ProfiledMethod(
        place,
        text.substring(0, first),
        text.substring(first + 1, second),
        fourth > third + 1 ? rest.substring(0, third) : rest);
  }

  /** {@code class.name signature}; the class alone where there is nothing else. */
  String fullName() {
    return name.isEmpty() ? className : className + "." + name + " " + signature;
  }

  /** {@code class.name}; the original prints C's empty pointer where there is no name. */
  String shortName() {
    return className + "." + (name.isEmpty() ? "(null)" : name);
  }

  boolean isSpecial() {
    return name.isEmpty();
  }

  long allExclusive() {
    return exclusive + recursiveExclusive;
  }

  int allCalls() {
    return calls + recursiveCalls;
  }
}
