package dev.dexscope.trace.answer;

/**
 * A column of a {@link Table}.
 *
 * <pre>{@code
 * Column.time("waiting", "waiting");
 * Column.number("state_seconds", "for", "s");
 * }</pre>
 *
 * @param key its name for programs, in JSON and CSV: {@code exclusive_ns}
 * @param heading its name for display, without the unit: {@code exclusive}
 * @param unit of its numbers: {@code ns}; may be empty
 * @param form the type of its cells
 * @param isDerived whether it follows from other columns: omitted if space is limited
 * @param meaning a sentence that explains it; may be empty
 * @param isOptional whether a cell may be unknown, and then null
 */
public record Column(
    String key,
    String heading,
    String unit,
    Form form,
    boolean isDerived,
    String meaning,
    boolean isOptional) {
  /** A column whose cells are all known. */
  public Column(
      String key, String heading, String unit, Form form, boolean isDerived, String meaning) {
    this(key, heading, unit, form, isDerived, meaning, false);
  }

  /** A number. */
  public static Column number(String key, String heading, String unit) {
    return new Column(key, heading, unit, Form.NUMBER, false, "");
  }

  /** A number without a unit, whose key is its heading. */
  public static Column number(String key) {
    return number(key, key, "");
  }

  /** A number without a unit, with a meaning. */
  static Column count(String key, String heading, String meaning) {
    return new Column(key, heading, "", Form.NUMBER, false, meaning);
  }

  /** A time; its unit ends its key. */
  public static Column time(String name, String heading) {
    return time(name, heading, "");
  }

  /** A time with a meaning. */
  static Column time(String name, String heading, String meaning) {
    return new Column(name + "_ns", heading, "ns", Form.TIME, false, meaning);
  }

  /** A share of a whole. */
  static Column share(String key, String heading, String meaning) {
    return new Column(key, heading, "", Form.SHARE, false, meaning);
  }

  /** Words that are shown whole. */
  public static Column text(String key) {
    return new Column(key, key, "", Form.TEXT, false, "");
  }

  /** Words whose end may be left out. */
  public static Column words(String key) {
    return new Column(key, key, "", Form.WORDS, false, "");
  }

  /** Names of classes, packages or threads. */
  public static Column name(String key, String heading) {
    return new Column(key, heading, "", Form.NAME, false, "");
  }

  /** The same, whose key is its heading. */
  public static Column name(String key) {
    return name(key, key);
  }

  /** Names of methods. */
  static Column method(String key, String heading, String meaning) {
    return new Column(key, heading, "", Form.METHOD, false, meaning);
  }

  /** The same column where what is counted is in the place of times. */
  Column counted() {
    return form == Form.TIME
        ? new Column(key, heading, "", Form.NUMBER, isDerived, meaning, isOptional)
        : this;
  }

  /** The same column, as one that follows from others. */
  Column derived() {
    return new Column(key, heading, unit, form, true, meaning, isOptional);
  }

  /** The same column, as one with cells that may be unknown. */
  Column optional() {
    return new Column(key, heading, unit, form, isDerived, meaning, true);
  }
}
