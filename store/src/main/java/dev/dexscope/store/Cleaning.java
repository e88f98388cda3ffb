package dev.dexscope.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Deletes what a store no longer needs: files that no commit names, files and commits that have
 * been replaced, traces of runs that are gone. Everything younger than a period of grace stays: its
 * writer may not have committed yet, and its readers may not be done.
 *
 * <pre>{@code
 * Cleaning.Result result = Cleaning.run(store, Duration.ofDays(1));
 * }</pre>
 */
public final class Cleaning {
  private static final Pattern DATA_FILE = Pattern.compile("\\.?[0-9a-f]{32}\\.parquet(\\..*)?");

  private final RunStore store;
  private final Instant end;
  private int files;
  private long bytes;

  private Cleaning(RunStore store, Instant end) {
    this.store = store;
    this.end = end;
  }

  /** The deleted files. */
  public record Result(int files, long bytes) {}

  /**
   * Takes the runs out whose part's latest day is before a day; their files are deleted later.
   *
   * @return how many runs
   * @throws IOException if the manifest cannot be read or written
   */
  public static int retain(RunStore store, LocalDate first) throws IOException {
    List<String> removed = new ArrayList<>();
    int runs = 0;
    for (Snapshot.LivePart each : store.history().snapshot().parts()) {
      if (LocalDate.parse(each.part().day()).isBefore(first)) {
        removed.add(each.part().id());
        runs += each.runs();
      }
    }
    if (!removed.isEmpty()) {
      store.commit(new Commit(System.currentTimeMillis(), List.of(), removed));
    }
    return runs;
  }

  /**
   * Deletes.
   *
   * @throws IOException if a file cannot be read or deleted
   */
  public static Result run(RunStore store, Duration grace) throws IOException {
    var cleaning = new Cleaning(store, Instant.now().minus(grace));
    cleaning.run();
    return new Result(cleaning.files, cleaning.bytes);
  }

  private void run() throws IOException {
    RunStore.History history = store.history();
    if (!history.damaged().isEmpty()) {
      // What a damaged commit names may be all that is left of its runs.
      throw history.damaged().getFirst();
    }
    Snapshot snapshot = history.snapshot();
    Set<String> live = new HashSet<>();
    snapshot.parts().forEach(each -> live.add(each.part().id()));
    // Commits first: without its files a part would be damaged, without its commit it is nothing.
    Set<String> kept = commits(history.commits(), live);
    for (Path each : filesIn(RunStore.DATA)) {
      String name = String.valueOf(each.getFileName());
      if (DATA_FILE.matcher(name).matches() && !kept.contains(idOf(name))) {
        deleteOld(each);
      }
    }
    for (Path each : filesIn(RunStore.MANIFEST)) {
      String name = String.valueOf(each.getFileName());
      if (name.startsWith(".") && name.endsWith(".part")) {
        deleteOld(each);
      }
    }
    for (Path each : filesIn(RunStore.TRACES)) {
      String name = String.valueOf(each.getFileName());
      boolean isTrace = name.matches("[0-9a-f]{64}");
      if (!isTrace || !snapshot.runs().contains(Digest.idOfDigest(name))) {
        deleteOld(each);
      }
    }
  }

  private static String idOf(String name) {
    int from = name.startsWith(".") ? 1 : 0;
    return name.substring(from, from + 32);
  }

  /**
   * Deletes commits whose parts are all gone; returns the ids of the parts whose files stay. A
   * commit that removes a part is needed for as long as the part's own commit is there.
   */
  private Set<String> commits(Map<String, Commit> commits, Set<String> live) throws IOException {
    Map<String, Instant> removedAt = new HashMap<>();
    for (Map.Entry<String, Commit> each : commits.entrySet()) {
      Instant time = timeOf(store.manifest().resolve(each.getKey()));
      each.getValue().removed().forEach(id -> removedAt.merge(id, time, Cleaning::later));
    }
    Map<String, Commit> left = new HashMap<>(commits);
    Set<String> named = new HashSet<>();
    boolean changes = true;
    while (changes) {
      changes = false;
      named.clear();
      left.values().forEach(each -> each.added().forEach(part -> named.add(part.id())));
      for (Map.Entry<String, Commit> each : Map.copyOf(left).entrySet()) {
        Commit commit = each.getValue();
        boolean isGone =
            commit.added().stream()
                .allMatch(part ->
                    !live.contains(part.id())
                        && removedAt.getOrDefault(part.id(), Instant.MIN).isBefore(end));
        boolean isDone = commit.removed().stream().noneMatch(named::contains);
        if (isGone && isDone && deleteOld(store.manifest().resolve(each.getKey()))) {
          left.remove(each.getKey());
          changes = true;
        }
      }
    }
    // What was replaced is not read, whether its commit is still there or not.
    named.removeIf(
        id -> !live.contains(id) && removedAt.getOrDefault(id, Instant.MAX).isBefore(end));
    return named;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant timeOf(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant();
  }

  private List<Path> filesIn(String name) throws IOException {
    Path folder = store.folder().resolve(name);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Deletes a file that is old enough; returns whether it is gone. */
  private boolean deleteOld(Path file) throws IOException {
    try {
      if (!timeOf(file).isBefore(end)) {
        return false;
      }
      long size = Files.size(file);
      if (Files.deleteIfExists(file)) {
        files++;
        bytes += size;
      }
      return true;
    } catch (NoSuchFileException e) {
      return true; // Another process has deleted it.
    }
  }
}
