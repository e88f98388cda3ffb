package dev.dexscope.device.script;

import java.util.List;

/** A word as it is written: parts that are expanded when its command runs. */
record Word(List<Part> parts) {
  static final Word EMPTY = new Word(List.of());

  /** A part of a word; quoted parts are neither split nor patterns. */
  sealed interface Part {}

  /** Characters that mean themselves. */
  record Text(String text, boolean isQuoted) implements Part {}

  /**
   * {@code $name}, or <code>${name operator argument}</code>.
   *
   * @param operator may be empty
   */
  record Parameter(String name, String operator, Word argument, boolean isQuoted) implements Part {}

  /** The output of a script. */
  record Output(Node body, boolean isQuoted) implements Part {}

  /** The value of an arithmetic expression. */
  record Sum(Word expression, boolean isQuoted) implements Part {}

  Word {
    parts = List.copyOf(parts);
  }

  /** Returns its text if it is one text without quotes; otherwise empty. */
  String plain() {
    return parts.size() == 1 && parts.getFirst() instanceof Text(String text, boolean isQuoted)
        ? isQuoted ? "" : text
        : "";
  }

  /** Returns whether a part of it is quoted. */
  boolean isQuoted() {
    return parts.stream().anyMatch(each -> each instanceof Text text && text.isQuoted);
  }

  /** The text without expansion. */
  String literal() {
    StringBuilder all = new StringBuilder();
    parts.forEach(each -> all.append(each instanceof Text text ? text.text : ""));
    return all.toString();
  }
}
