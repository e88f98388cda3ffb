package dev.dexscope.vm.inspect;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The heap: how many objects of which class, and dumps. */
public final class Heap {
  /** The objects of one class. */
  public record ClassCount(String className, long instances, long bytes) {}

  private Heap() {}

  /**
   * Objects and bytes by class, the most bytes first. A collection comes first, so that only what
   * is reachable counts.
   */
  public static List<ClassCount> histogram() {
    List<ClassCount> counts = new ArrayList<>();
    for (String line : HotSpot.command("gcClassHistogram").split("\n")) {
      // " 1:  number  bytes  class [(module)]" between a head and a total.
      String[] words = line.strip().split("\\s+");
      if (words.length >= 4 && words[0].endsWith(":")) {
        counts.add(new ClassCount(words[3], Long.parseLong(words[1]), Long.parseLong(words[2])));
      }
    }
    return counts;
  }

  /** How many objects there are of each class; of classes of one name, all together. */
  public static long[] countInstances(@Nullable Class<?>[] classes, boolean assignable) {
    List<ClassCount> histogram = histogram();
    long[] counts = new long[classes.length];
    for (int i = 0; i < classes.length; i++) {
      Class<?> counted = classes[i];
      if (counted != null) {
        for (ClassCount each : histogram) {
          if (each.className.equals(counted.getName())
              || (assignable && isSubclass(each.className, counted))) {
            counts[i] += each.instances;
          }
        }
      }
    }
    return counts;
  }

  private static boolean isSubclass(String name, Class<?> type) {
    try {
      Class<?> found = Class.forName(name, false, type.getClassLoader());
      return type.isAssignableFrom(found);
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Writes an hprof dump of what is reachable; the file appears whole. */
  public static void dump(Path file) throws IOException {
    Path folder = Files.createTempDirectory("dexscope");
    Path part = folder.resolve("dump.hprof");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(part.toString(), true);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
      Files.delete(folder);
    }
  }

  /** Writes an hprof dump into a stream, which is left open. */
  public static void dump(OutputStream out) throws IOException {
    Path folder = Files.createTempDirectory("dexscope");
    Path part = folder.resolve("dump.hprof");
    try {
      dump(part);
      Files.copy(part, out);
      out.flush();
    } finally {
      Files.deleteIfExists(part);
      Files.delete(folder);
    }
  }
}
