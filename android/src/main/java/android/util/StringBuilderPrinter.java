package android.util;

/** A printer on a {@link StringBuilder}; every line ends with a line feed. */
public class StringBuilderPrinter implements Printer {
  private final StringBuilder out;

  public StringBuilderPrinter(StringBuilder out) {
    this.out = out;
  }

  @Override
  public void println(String line) {
    out.append(line);
    if (!line.endsWith("\n")) {
      out.append('\n');
    }
  }
}
