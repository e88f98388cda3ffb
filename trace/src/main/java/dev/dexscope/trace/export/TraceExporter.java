package dev.dexscope.trace.export;

import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A format that traces are written in. {@link ExportFormat} has those of this project; others are
 * found by {@link ServiceLoader}, and offered beside them.
 *
 * <pre>{@code
 * public final class Names implements TraceExporter {
 *   public String key() {
 *     return "names";
 *   }
 *
 *   public String suffix() {
 *     return ".names";
 *   }
 *
 *   public String description() {
 *     return "the names of the methods, a line each";
 *   }
 *
 *   public void write(Export export, OutputStream out) throws IOException {
 *     ...
 *   }
 * }
 * }</pre>
 */
public interface TraceExporter {
  /** Returns the word that names the format: lower-case letters. */
  String key();

  /** Returns how the names of such files end, with the dot; empty for a folder. */
  String suffix();

  /** Returns a description of the format, or the program that reads it. */
  String description();

  /** Returns whether the format is a folder of files. */
  default boolean isFolder() {
    return false;
  }

  /** Returns whether each call path is written in full, so that deep recursion has to be folded. */
  default boolean foldsDeepRecursion() {
    return false;
  }

  /**
   * Writes into a stream, which stays open.
   *
   * @throws IllegalStateException if the format is a folder
   * @throws IOException if it cannot be written
   */
  void write(Export export, OutputStream out) throws IOException;

  /**
   * Writes a file or a folder, which appears whole or not at all.
   *
   * @throws IOException if it cannot be written
   */
  default void write(Export export, Path target) throws IOException {
    OutputFile.write(target, out -> write(export, out));
  }

  /** Returns all formats, those of this project first. */
  static List<TraceExporter> all() {
    List<TraceExporter> all = new ArrayList<>(List.of(ExportFormat.values()));
    ServiceLoader.load(TraceExporter.class).forEach(all::add);
    return all;
  }

  /**
   * Returns the formats that a file of this name may have: those with the longest suffix that fits.
   * Of several the one whose key is in the name, as in {@code timeline.svg}.
   */
  static List<TraceExporter> ofFile(String name) {
    int longest = 0;
    List<TraceExporter> fit = new ArrayList<>();
    for (TraceExporter each : all()) {
      int length = each.suffix().length();
      if (length > 0 && length >= longest && name.endsWith(each.suffix())) {
        if (length > longest) {
          fit.clear();
        }
        longest = length;
        fit.add(each);
      }
    }
    String stem = name.substring(0, name.length() - longest);
    List<TraceExporter> named = fit.stream().filter(each -> stem.contains(each.key())).toList();
    return named.size() == 1 ? named : fit;
  }
}
