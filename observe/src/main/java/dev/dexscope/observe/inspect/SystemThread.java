package dev.dexscope.observe.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a thread that only the system and HotSpot itself know.
 *
 * @param tid the system's number; 0 if unknown
 * @param userTime CPU time in the program, in hundredths of a second
 * @param systemTime CPU time in the system, likewise
 * @param initializing the class that the thread waits for another one to initialise
 */
record SystemThread(int tid, int userTime, int systemTime, @Nullable String initializing) {
  static final SystemThread UNKNOWN = new SystemThread(0, 0, 0, null);

  /** HotSpot's thread dump begins a thread by: "name" #Java's number [system's number]. */
  private static final Pattern HEAD = Pattern.compile("^\".*\" #(\\d+) \\[(\\d+)\\] .*");

  private static final String INITIALIZATION =
      "\t- waiting on the Class initialization monitor for ";

  /** All threads by Java's own numbers. */
  static Map<Long, SystemThread> all() {
    Map<Long, SystemThread> threads = new HashMap<>();
    long last = -1;
    for (String line : HotSpot.command("Thread.print").split("\n")) {
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        last = Long.parseLong(head.group(1));
        threads.put(last, ofSystem(Integer.parseInt(head.group(2))));
      } else if (line.startsWith(INITIALIZATION)) {
        String name = line.substring(INITIALIZATION.length());
        threads.computeIfPresent(last, (_, thread) -> thread.waitingFor(name));
      }
    }
    return threads;
  }

  private SystemThread waitingFor(String className) {
    return new SystemThread(tid, userTime, systemTime, className);
  }

  private static SystemThread ofSystem(int tid) {
    try {
      String stat = Files.readString(Path.of("/proc/self/task/" + tid + "/stat"));
      // Behind the name in parentheses, utime and stime are the 12th and 13th.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return new SystemThread(
          tid, Integer.parseInt(fields[11]), Integer.parseInt(fields[12]), null);
    } catch (IOException e) {
      return new SystemThread(tid, 0, 0, null);
    }
  }
}
