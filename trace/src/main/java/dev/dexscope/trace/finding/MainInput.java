package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.View;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An app's main thread reads, writes, queries or connects. */
final class MainInput implements Search {
  private static final double LEAST = 0.05;
  private static final long LEAST_NANOS = 10_000_000;

  /** The kinds of input, and the methods for it. */
  private enum Kind {
    FILES(
        "reads or writes files",
        "java\\.io\\.(FileInputStream|FileOutputStream|RandomAccessFile)\\.|java\\.nio\\.file\\.Files\\."
            + "|libcore\\.io\\.(BlockGuardOs|Linux)\\.(open|read|pread|write|pwrite|fsync|fdatasync)"),
    DATABASE("uses a database", "android\\.database\\.sqlite\\."),
    PREFERENCES(
        "waits for preferences",
        "android\\.app\\.(SharedPreferencesImpl\\.awaitLoadedLocked"
            + "|SharedPreferencesImpl\\$EditorImpl\\.commit|QueuedWork\\.waitToFinish)"),
    NETWORK(
        "uses the network",
        "java\\.net\\.(Socket|InetAddress|PlainSocketImpl|SocketInputStream|SocketOutputStream)\\.");

    private final String words;
    private final Pattern methods;

    Kind(String words, String methods) {
      this.words = words;
      this.methods = Pattern.compile(methods);
    }

    static @Nullable Kind of(String method) {
      for (Kind each : values()) {
        if (each.methods.matcher(method).lookingAt()) {
          return each;
        }
      }
      return null;
    }
  }

  @Override
  public List<Finding> in(Facts facts) {
    View.Part main = facts.main();
    if (main == null || !facts.isApp()) {
      return List.of();
    }
    List<@Nullable Kind> kinds = new ArrayList<>();
    facts.names().forEach(each -> kinds.add(Kind.of(each)));
    List<Finding> findings = new ArrayList<>();
    OutermostCalls.of(facts, main.tree(), kinds)
        .forEach((kind, sum) -> {
          double share = (double) sum.nanos() / Math.max(1, facts.mainBusy());
          if (share >= LEAST && sum.nanos() >= LEAST_NANOS) {
            String caller = sum.caller();
            findings.add(
                new Finding(
                    Rule.MAIN_IO,
                    share,
                    "The main thread "
                        + kind.words
                        + " for "
                        + Facts.ms(sum.nanos())
                        + ", "
                        + Facts.percent(share)
                        + " of the time in which it handles messages"
                        + (caller.isEmpty() ? "." : ", most of it for " + caller + "."),
                    caller,
                    main.thread().name()));
          }
        });
    return findings;
  }
}
