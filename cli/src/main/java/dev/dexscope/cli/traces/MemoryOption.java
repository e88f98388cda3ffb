package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.store.fleet.Fleet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The memory of the process of an engine. */
final class MemoryOption {
  private static final Pattern SIZE = Pattern.compile("(?i)(\\d{1,6})([MG])B?");
  private static final long LEAST = 256L << 20;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "The most that DuckDB's process (Spark's driver) may take: 4G; default 2G.")
  @Nullable String memory;

  long bytes() {
    if (memory == null) {
      return Fleet.MEMORY;
    }
    Matcher size = SIZE.matcher(memory);
    long bytes =
        size.matches()
            ? Long.parseLong(size.group(1)) << (size.group(2).equalsIgnoreCase("G") ? 30 : 20)
            : 0;
    if (bytes < LEAST) {
      throw CliException.usage("bad size, " + memory, "write it as 4G or 512M; 256M at least");
    }
    return bytes;
  }
}
