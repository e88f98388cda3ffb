package android.util;

/** Where lines of text go. */
public interface Printer {
  void println(String line);
}
