package dev.dexscope.vm;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** The state of the host that a program may change, saved for its restoration. */
final class HostState implements AutoCloseable {
  private final Properties properties = (Properties) System.getProperties().clone();
  private final Locale locale = Locale.getDefault();
  private final Locale displayLocale = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale formatLocale = Locale.getDefault(Locale.Category.FORMAT);
  private final TimeZone timeZone = TimeZone.getDefault();
  private final InputStream in = System.in;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final @Nullable UncaughtExceptionHandler uncaught =
      Thread.getDefaultUncaughtExceptionHandler();

  /** Restores it. */
  @Override
  public void close() {
    System.setProperties(properties);
    Locale.setDefault(locale); // sets the two of the categories too
    Locale.setDefault(Locale.Category.DISPLAY, displayLocale);
    Locale.setDefault(Locale.Category.FORMAT, formatLocale);
    TimeZone.setDefault(timeZone);
    System.setIn(in);
    System.setOut(out);
    System.setErr(err);
    Thread.setDefaultUncaughtExceptionHandler(uncaught);
  }
}
