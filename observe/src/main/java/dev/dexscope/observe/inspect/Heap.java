package dev.dexscope.observe.inspect;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.observe.hprof.AndroidDump;
import dev.dexscope.observe.hprof.ObjectSizes;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The heap: how many objects of which class, and dumps. */
public final class Heap {
  /** The objects of one class. */
  public record ClassCount(String className, long instances, long bytes) {}

  private static final String OURS = "dev.dexscope.";

  private Heap() {}

  /**
   * Objects and bytes by class, the most bytes first. Collects garbage first, so that only
   * reachable objects count.
   */
  public static List<ClassCount> histogram() {
    return counts(HotSpot.command("GC.class_histogram"));
  }

  /** The same without a collection: unreachable objects count too. */
  public static List<ClassCount> wholeHistogram() {
    return counts(HotSpot.command("GC.class_histogram -all"));
  }

  /**
   * Returns the number of objects, including unreachable ones, except for those of the VM's own
   * classes.
   */
  public static long countObjects() {
    return wholeHistogram().stream()
        .filter(each -> !isOwn(each.className()))
        .mapToLong(ClassCount::instances)
        .sum();
  }

  /** Programs may have packages of such names, too; those are not known where our classes are. */
  private static boolean isOwn(String className) {
    int begin = className.startsWith("[") ? className.lastIndexOf('[') + 2 : 0;
    int end = className.lastIndexOf('.');
    return className.startsWith(OURS, begin)
        && Heap.class.getClassLoader().getDefinedPackage(className.substring(begin, end)) != null;
  }

  private static List<ClassCount> counts(String table) {
    List<ClassCount> counts = new ArrayList<>();
    for (String line : table.split("\n")) {
      // " 1:  number  bytes  class [(module)]" between a head and a total.
      String[] words = line.strip().split("\\s+");
      if (words.length >= 4 && words[0].endsWith(":")) {
        counts.add(new ClassCount(words[3], Long.parseLong(words[1]), Long.parseLong(words[2])));
      }
    }
    return counts;
  }

  /** Returns how many objects there are of each class; of classes of one name, all together. */
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

  /**
   * Writes a dump of the reachable objects in Android's form of hprof; the file appears when it is
   * complete.
   *
   * @param file in a folder that has room for HotSpot's own dump as well
   * @throws IOException if an I/O error occurs
   */
  public static void dump(Path file) throws IOException {
    Path near = file.toAbsolutePath().getParent();
    if (near == null || !Files.isDirectory(near)) {
      throw new NoSuchFileException(file.toString());
    }
    Path folder = Files.createTempDirectory(near, "dexscope");
    Path part = folder.resolve("android.hprof");
    try {
      try (OutputStream out = Files.newOutputStream(part)) {
        dump(folder, out);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
      Files.delete(folder);
    }
  }

  /**
   * Writes such a dump into a stream, which is left open.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void dump(OutputStream out) throws IOException {
    try (var folder = TemporaryFolder.make()) {
      dump(folder.path(), out);
      out.flush();
    }
  }

  private static void dump(Path folder, OutputStream out) throws IOException {
    Path hotspot = folder.resolve("hotspot.hprof");
    var diagnostic = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      diagnostic.dumpHeap(hotspot.toString(), true);
      AndroidDump.convert(hotspot, sizes(), out);
    } finally {
      Files.deleteIfExists(hotspot);
    }
  }

  static ObjectSizes sizes() {
    var diagnostic = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    boolean shortHeader = isOn(diagnostic, "UseCompactObjectHeaders");
    boolean shortClass = isOn(diagnostic, "UseCompressedClassPointers");
    return new ObjectSizes(
        shortHeader ? 8 : shortClass ? 12 : 16,
        isOn(diagnostic, "UseCompressedOops") ? 4 : 8,
        Integer.parseInt(diagnostic.getVMOption("ObjectAlignmentInBytes").getValue()));
  }

  private static boolean isOn(HotSpotDiagnosticMXBean diagnostic, String flag) {
    return Boolean.parseBoolean(diagnostic.getVMOption(flag).getValue());
  }
}
