package android.util;

import java.io.PrintWriter;

/** A printer on a {@link PrintWriter}. */
public class PrintWriterPrinter implements Printer {
  private final PrintWriter out;

  public PrintWriterPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void println(String line) {
    out.println(line);
  }
}
