package truth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts call paths as the running machine itself sees them: each method that counts calls {@link
 * #enter} first, which reads the thread's stack. There is no stack of its own that could be wrong.
 */
public final class Recorder {
  /** The longest path that a profile has, the thread itself included. */
  private static final int MOST = 63;

  private static final Map<String, AtomicLong> PATHS = new ConcurrentHashMap<>();
  private static Set<String> counting = new HashSet<>();
  private static Path file = Paths.get("");

  private Recorder() {}

  /** Reads the names of the methods that count from a file; a second one will have the paths. */
  static void start(String methods) {
    try {
      Path names = Paths.get(methods);
      file = Paths.get(methods + ".paths");
      counting = new HashSet<>(Files.readAllLines(names));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A method that counts begins. */
  public static void enter() {
    StackTraceElement[] stack = new Throwable().getStackTrace();
    List<String> path = new ArrayList<>();
    for (int i = 1; i < stack.length && path.size() < MOST; i++) {
      String type = stack[i].getClassName();
      String name = type + "." + stack[i].getMethodName();
      if (counting.contains(name)) {
        path.add(0, name);
      }
      if (name.endsWith(".<clinit>")
          && i + 1 < stack.length
          && stack[i + 1].getClassName().equals(type)) {
        // On Android the method that needs the class is on the stack before it begins.
        i++;
      }
    }
    String key = String.join(" => ", path);
    AtomicLong count = PATHS.get(key);
    if (count == null) {
      AtomicLong other = PATHS.putIfAbsent(key, count = new AtomicLong());
      count = other == null ? count : other;
    }
    count.incrementAndGet();
  }

  static void end() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, AtomicLong> each : PATHS.entrySet()) {
      lines.add(each.getValue() + "\t" + each.getKey());
    }
    try {
      Files.write(file, lines, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
