package dev.dexscope.apps;

/** The target of a step. */
public sealed interface Target {
  /** A view by the name of its id, as in {@code R.id}. */
  record Id(String name) implements Target {}

  /** A view by the text that it shows. */
  record Text(String text) implements Target {}

  /** A view by its content description. */
  record Description(String text) implements Target {}

  /** A view by any of these, in that order. */
  record Any(String words) implements Target {}

  /** A place on the screen, in pixels. */
  record Place(int x, int y) implements Target {}

  /** Returns the words that {@link #parse} reads. */
  default String written() {
    return switch (this) {
      case Id(String name) -> "id/" + name;
      case Text(String text) -> "text/" + text;
      case Description(String text) -> "desc/" + text;
      case Any(String words) -> words;
      case Place(int x, int y) -> x + "," + y;
    };
  }

  /** Reads {@code id/NAME}, {@code text/WORDS}, {@code desc/WORDS}, {@code X,Y} or plain words. */
  static Target parse(String text) {
    if (text.isEmpty()) {
      throw new AppException("a step without target", text, "such as tap:id/login");
    }
    if (text.startsWith("id/")) {
      return new Id(text.substring("id/".length()));
    }
    if (text.startsWith("text/")) {
      return new Text(text.substring("text/".length()));
    }
    if (text.startsWith("desc/")) {
      return new Description(text.substring("desc/".length()));
    }
    if (text.matches("\\d{1,5},\\d{1,5}")) {
      String[] parts = text.split(",");
      return new Place(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }
    return new Any(text);
  }
}
