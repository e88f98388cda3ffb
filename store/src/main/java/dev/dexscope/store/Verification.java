package dev.dexscope.store;

import dev.dexscope.base.files.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Compares all files of a store with its manifest.
 *
 * @param runs how many runs there are
 * @param files how many files were read
 * @param bytes how many bytes they have
 * @param unused how many data files no commit names: of writers that have not ended yet, or were
 *     killed
 * @param problems what is wrong
 */
public record Verification(
    int runs, int files, long bytes, int unused, List<StoreFormatException> problems) {
  public Verification {
    problems = List.copyOf(problems);
  }

  /**
   * Reads all files.
   *
   * @param progress receives the number of bytes that were read
   * @throws IOException if a file cannot be read
   */
  public static Verification of(RunStore store, LongConsumer progress) throws IOException {
    RunStore.History history = store.history();
    Snapshot snapshot = history.snapshot();
    List<StoreFormatException> problems = new ArrayList<>(history.damaged());
    Set<Path> named = new HashSet<>();
    for (Commit commit : history.commits().values()) {
      for (Part part : commit.added()) {
        for (StoreTable table : part.tables()) {
          named.add(part.file(store.folder(), table));
        }
      }
    }
    int files = 0;
    long bytes = 0;
    for (Snapshot.LivePart each : snapshot.parts()) {
      for (StoreTable table : each.part().tables()) {
        files++;
        bytes += check(store.folder(), each.part(), table, problems);
        progress.accept(bytes);
      }
    }
    for (Path each : filesIn(store.folder().resolve(RunStore.TRACES))) {
      files++;
      bytes += Files.size(each);
      String name = String.valueOf(each.getFileName());
      if (!name.startsWith(".") && !Sha256.of(each).equals(name)) {
        problems.add(new StoreFormatException(each.toString(), 0, "has another SHA-256"));
      }
      progress.accept(bytes);
    }
    int unused = 0;
    for (Path each : filesIn(store.folder().resolve(RunStore.DATA))) {
      unused += named.contains(each) ? 0 : 1;
    }
    return new Verification(snapshot.runs().size(), files, bytes, unused, problems);
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static long check(
      Path folder, Part part, StoreTable table, List<StoreFormatException> problems)
      throws IOException {
    Path file = part.file(folder, table);
    try {
      StoreContent.check(folder, part, table);
      Part.Data data = part.files().get(table);
      if (data != null && !Sha256.of(file).equals(data.sha256())) {
        throw new StoreFormatException(file.toString(), 0, "has another SHA-256");
      }
      return Files.size(file);
    } catch (StoreFormatException e) {
      problems.add(e);
      return 0;
    }
  }
}
