package android.util;

/** A printer on the log. */
public class LogPrinter implements Printer {
  private final int priority;
  private final String tag;

  public LogPrinter(int priority, String tag) {
    this.priority = priority;
    this.tag = tag;
  }

  @Override
  public void println(String line) {
    Log.println(priority, tag, line);
  }
}
