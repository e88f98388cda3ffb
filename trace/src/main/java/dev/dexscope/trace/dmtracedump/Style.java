package dev.dexscope.trace.dmtracedump;

/** The form of the report: text or page. Each part ends its own lines. */
sealed interface Style permits TextStyle, HtmlStyle {
  /** Returns the text before everything else. */
  String begin();

  /** Returns the text after everything else. */
  String end();

  /** A section's beginning; the name is that of its anchor. */
  String section(String name);

  /** Returns the separator of paragraphs, after the empty line. */
  String gap();

  String listBegin();

  String listEnd();

  /** Makes a method's entry a place that {@link #reference} leads to. */
  String anchor(int index);

  String reference(int index);

  String text(String text);

  /** The heads of the columns, above all groups. */
  String groupHeads(String kind);

  /**
   * A group's first line.
   *
   * @param id unique among groups
   * @param columns in their widths, without a blank between them
   */
  String groupBegin(String id, String[] columns, String name);

  /** A line for a method in a group. */
  String member(String columns, int index, String name, String signature);

  String groupEnd();
}
