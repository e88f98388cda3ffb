package android.util;

import dev.dexscope.libcore.CurrentVm;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Writes to the log: standard error in logcat's brief format, and a buffer that keeps the last
 * messages. A tag's level is the system property {@code log.tag.TAG}.
 */
public final class Log {
  public static final int VERBOSE = 2;
  public static final int DEBUG = 3;
  public static final int INFO = 4;
  public static final int WARN = 5;
  public static final int ERROR = 6;
  public static final int ASSERT = 7;

  private Log() {}

  public static int v(String tag, String msg) {
    return println(VERBOSE, tag, msg);
  }

  public static int v(String tag, String msg, Throwable tr) {
    return println(VERBOSE, tag, withTrace(msg, tr));
  }

  public static int d(String tag, String msg) {
    return println(DEBUG, tag, msg);
  }

  public static int d(String tag, String msg, Throwable tr) {
    return println(DEBUG, tag, withTrace(msg, tr));
  }

  public static int i(String tag, String msg) {
    return println(INFO, tag, msg);
  }

  public static int i(String tag, String msg, Throwable tr) {
    return println(INFO, tag, withTrace(msg, tr));
  }

  public static int w(String tag, String msg) {
    return println(WARN, tag, msg);
  }

  public static int w(String tag, String msg, Throwable tr) {
    return println(WARN, tag, withTrace(msg, tr));
  }

  public static int w(String tag, Throwable tr) {
    return println(WARN, tag, withTrace("", tr));
  }

  public static int e(String tag, String msg) {
    return println(ERROR, tag, msg);
  }

  public static int e(String tag, String msg, Throwable tr) {
    return println(ERROR, tag, withTrace(msg, tr));
  }

  /** A failure that should never happen; the trace is of the caller. */
  public static int wtf(String tag, String msg) {
    return wtf(tag, msg, null);
  }

  public static int wtf(String tag, Throwable tr) {
    return wtf(tag, tr.getMessage(), tr);
  }

  public static int wtf(String tag, String msg, Throwable tr) {
    return println(ASSERT, tag, withTrace(msg, tr == null ? new TerribleFailure(msg) : tr));
  }

  /** Shown by {@link #wtf} where no exception was given. */
  private static final class TerribleFailure extends Exception {
    private static final long serialVersionUID = 1;

    TerribleFailure(String msg) {
      super(msg);
    }
  }

  private static String withTrace(String msg, Throwable tr) {
    String trace = getStackTraceString(tr);
    if (trace.isEmpty()) {
      return msg == null ? "" : msg;
    }
    return msg == null || msg.isEmpty() ? trace : msg + "\n" + trace;
  }

  /** Whether messages of this level are wanted of the tag: INFO and above where nothing is set. */
  public static boolean isLoggable(String tag, int level) {
    return level >= level(System.getProperty("log.tag." + tag, System.getProperty("log.tag", "")));
  }

  private static int level(String name) {
    if (name.isEmpty()) {
      return INFO;
    }
    return switch (name.toUpperCase(Locale.ROOT).charAt(0)) {
      case 'V' -> VERBOSE;
      case 'D' -> DEBUG;
      case 'W' -> WARN;
      case 'E' -> ERROR;
      case 'A', 'F' -> ASSERT;
      case 'S' -> ASSERT + 1;
      default -> INFO;
    };
  }

  /** The trace as text; empty for an unknown host, which is usual without a network. */
  public static String getStackTraceString(Throwable tr) {
    for (Throwable each = tr; each != null; each = each.getCause()) {
      if (each instanceof UnknownHostException) {
        return "";
      }
    }
    if (tr == null) {
      return "";
    }
    var text = new StringWriter();
    var out = new PrintWriter(text);
    tr.printStackTrace(out);
    out.flush();
    return text.toString();
  }

  /** Writes a message; returns how many bytes the log takes for it. */
  public static int println(int priority, String tag, String msg) {
    if (msg == null) {
      throw new NullPointerException("println needs a message");
    }
    String shownTag = tag == null ? "" : tag;
    CurrentVm.get().log().add(priority, shownTag, msg);
    // Priority, tag and message, the texts with a zero byte behind.
    return 1 + shownTag.length() + 1 + msg.length() + 1;
  }
}
