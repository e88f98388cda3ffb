package dev.dexscope.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The mapping files of many builds in a folder. R8 writes an id into each ({@code # pg_map_id}),
 * and into the code as the source file of its methods ({@code r8-map-id-ID}), which traces contain.
 */
public final class MappingFiles {
  private static final String CODE = "r8-map-id-";
  private static final Pattern FILE = Pattern.compile("(?m)^# pg_map_id: ([0-9a-f]{1,64})\\s*$");

  private static final Pattern ID = Pattern.compile("[0-9a-f]{1,64}");

  /** R8 writes the id within the first lines. */
  private static final int HEAD = 8 << 10;

  private static final int DEEPEST = 16;

  private MappingFiles() {}

  /**
   * Finds the mapping of a trace's methods.
   *
   * @param place a mapping file, which is the one; or a folder, with all below it
   * @param trace the trace's name
   * @return null if the methods have no id, because they were not renamed
   * @throws TraceFormatException if no file has the methods' id
   * @throws IOException if the folder cannot be read
   */
  public static @Nullable Path find(Path place, MethodTable methods, String trace)
      throws IOException {
    if (!Files.isDirectory(place)) {
      return place;
    }
    return find(place, filesOf(methods), trace);
  }

  /**
   * Finds the mapping of code by the source files that it names.
   *
   * @param folder where the mapping files are
   * @param sourceFiles of its methods or frames, each as often as it is there
   * @param name of the trace or log
   * @return null if none has an id, because the code was not renamed
   * @throws TraceFormatException if no file has the id
   * @throws IOException if the folder cannot be read
   */
  public static @Nullable Path find(Path folder, List<String> sourceFiles, String name)
      throws IOException {
    Map<String, Integer> ids = counts(sourceFiles);
    if (ids.isEmpty()) {
      return null;
    }
    Map<Integer, Path> found = new TreeMap<>();
    for (Path each : filesIn(folder)) {
      // Libraries may have been renamed before the app was: its own id has the most methods.
      Integer count = ids.get(idOf(each));
      if (count != null) {
        found.putIfAbsent(-count, each);
      }
    }
    if (found.isEmpty()) {
      String most =
          ids.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
      throw new TraceFormatException(
          name, 0, "was renamed by the mapping " + most + ", which is not in " + folder);
    }
    return found.values().iterator().next();
  }

  /** Returns the ids of the mapping files by which methods were renamed, that of most first. */
  public static List<String> idsOf(MethodTable methods) {
    return counts(filesOf(methods)).entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .filter(id -> ID.matcher(id).matches())
        .toList();
  }

  private static List<String> filesOf(MethodTable methods) {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      files.add(methods.get(i).file());
    }
    return files;
  }

  private static Map<String, Integer> counts(List<String> sourceFiles) {
    Map<String, Integer> ids = new HashMap<>();
    for (String file : sourceFiles) {
      if (file.startsWith(CODE)) {
        ids.merge(file.substring(CODE.length()), 1, Integer::sum);
      }
    }
    return ids;
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder, DEEPEST)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /**
   * Returns the id in a mapping file's head; empty without one.
   *
   * @throws IOException if the file cannot be read
   */
  public static String idOf(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
      Matcher id = FILE.matcher(head);
      return id.find() ? id.group(1) : "";
    }
  }
}
