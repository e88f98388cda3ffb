package dev.dexscope.web.store;

/** Names of uploads, which their senders choose, and others see. */
final class EntryName {
  private static final int MOST = 200;
  private static final String NAMELESS = "trace";

  private EntryName() {}

  /**
   * Returns the last part of a path, without invisible characters and those that change the
   * direction of a line: control and format characters. The name is only for display, never for
   * opening a file.
   */
  static String clean(String sent) {
    String last = sent.substring(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
    var name = new StringBuilder();
    last.codePoints().filter(EntryName::isShown).limit(MOST).forEach(name::appendCodePoint);
    String clean = name.toString().strip();
    return clean.isEmpty() ? NAMELESS : clean;
  }

  private static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
