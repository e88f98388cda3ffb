package dev.dexscope.store;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.files.Sha256;
import dev.dexscope.store.s3.S3Folder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Copies what one store has and another lacks, between a folder and an object storage. Files are
 * never changed, and a commit is one object, so that this needs no lock: any number of machines may
 * copy in both directions at once, and a copy that is ended early is completed by the next one.
 *
 * <pre>{@code
 * try (var objects = S3Folder.of("s3://bucket/runs", S3Settings.find())) {
 *   StoreCopy.push(store, objects, bytes -> {});
 * }
 * }</pre>
 *
 * @param commits how many were copied
 * @param files how many files, with traces
 * @param bytes how many bytes these have
 */
public record StoreCopy(int commits, int files, long bytes) {
  private static final int AT_ONCE = 8;

  /**
   * Copies to an object storage what it lacks.
   *
   * @param progress receives the number of bytes that were sent
   * @throws StoreFormatException if a file or a commit is damaged, here or there
   * @throws dev.dexscope.store.s3.S3Exception if the storage refuses a request
   * @throws IOException if a file cannot be read
   */
  public static StoreCopy push(RunStore store, S3Folder objects, LongConsumer progress)
      throws IOException {
    Map<String, Long> there = objects.list("");
    if (!there.containsKey(RunStore.DESCRIPTION)) {
      if (!there.isEmpty()) {
        throw new RefusedFileException(
            "has objects that are no store", objects, "name another prefix");
      }
      objects.put(
          RunStore.DESCRIPTION, Files.readAllBytes(store.folder().resolve(RunStore.DESCRIPTION)));
    }
    Map<String, Commit> own = whole(store);
    Map<String, Commit> missing = new TreeMap<>(own);
    missing.keySet().removeIf(name -> there.containsKey(key(name)));
    List<Item> items = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (Item each : items(store, missing.values(), live(own.values()))) {
      if (!Long.valueOf(each.bytes()).equals(there.get(each.key())) && named.add(each.key())) {
        items.add(each);
      }
    }
    for (Path each : traces(store)) {
      String key = key(store, each);
      if (!there.containsKey(key)) {
        items.add(new Item(key, each, Files.size(each), String.valueOf(each.getFileName())));
      }
    }
    long bytes =
        copy(
            items,
            progress,
            item -> {
              // What is damaged here is not made known there.
              if (!Sha256.of(item.file()).equals(item.sha256())) {
                throw new StoreFormatException(item.file().toString(), 0, "has another SHA-256");
              }
              objects.put(item.key(), item.file(), item.sha256());
            });
    for (Map.Entry<String, Commit> each : inOrder(missing)) {
      objects.put(key(each.getKey()), each.getValue().content());
    }
    return new StoreCopy(missing.size(), items.size(), bytes);
  }

  /**
   * Copies from an object storage what a folder lacks; a folder that is no store becomes one.
   *
   * @param withTraces whether traces are copied, of those that are kept there
   * @param progress receives the number of bytes that were received
   * @throws StoreFormatException if a file or a commit is damaged, here or there
   * @throws dev.dexscope.store.s3.S3Exception if the storage refuses a request
   * @throws IOException if a file cannot be written
   */
  public static StoreCopy pull(
      Path folder, S3Folder objects, boolean withTraces, LongConsumer progress) throws IOException {
    Map<String, Long> there = objects.list("");
    if (!there.containsKey(RunStore.DESCRIPTION)) {
      throw new RefusedFileException(
          "is not a store of runs", objects, "copy one there: dexscope store push");
    }
    RunStore.checkDescription(
        objects + "/" + RunStore.DESCRIPTION,
        objects.read(RunStore.DESCRIPTION, RunStore.LARGEST_DESCRIPTION));
    boolean isStore = Files.exists(folder.resolve(RunStore.DESCRIPTION));
    RunStore store = isStore ? RunStore.open(folder) : RunStore.init(folder);
    Map<String, Commit> all = whole(store);
    Map<String, Commit> missing = new TreeMap<>();
    for (String key : there.keySet()) {
      String name = key.substring(key.lastIndexOf('/') + 1);
      if (key.equals(key(name)) && Commit.isName(name) && !all.containsKey(name)) {
        byte[] content = objects.read(key, Math.toIntExact(Commit.LARGEST));
        missing.put(name, Commit.read(objects + "/" + key, name, content));
      }
    }
    all.putAll(missing);
    List<Item> items = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (Item each : items(store, missing.values(), live(all.values()))) {
      if (!Files.exists(each.file()) && named.add(each.key())) {
        items.add(each);
      }
    }
    if (withTraces) {
      for (Map.Entry<String, Long> each : there.entrySet()) {
        String sha256 = each.getKey().substring(each.getKey().lastIndexOf('/') + 1);
        if (RunStore.isDigest(sha256)) {
          Path file = store.traceFile(sha256);
          if (each.getKey().equals(key(store, file)) && !Files.exists(file)) {
            items.add(new Item(each.getKey(), file, each.getValue(), sha256));
          }
        }
      }
    }
    long bytes = copy(items, progress, item -> receive(objects, item));
    for (Map.Entry<String, Commit> each : inOrder(missing)) {
      store.commit(each.getValue());
    }
    return new StoreCopy(missing.size(), items.size(), bytes);
  }

  private static void receive(S3Folder objects, Item item) throws IOException {
    DurableFile.write(
        item.file(),
        out -> {
          // The digest is compared before the file has its name.
          objects.get(item.key(), out, item.bytes());
        },
        file -> {
          if (Files.size(file) != item.bytes() || !Sha256.of(file).equals(item.sha256())) {
            throw new StoreFormatException(
                objects + "/" + item.key(), 0, "is damaged: it has another SHA-256");
          }
        });
  }

  /** A file with its object. */
  private record Item(String key, Path file, long bytes, String sha256) {}

  /** The commits of a store of which none is damaged: what it names would be lost there. */
  private static Map<String, Commit> whole(RunStore store) throws IOException {
    RunStore.History history = store.history();
    if (!history.damaged().isEmpty()) {
      throw history.damaged().getFirst();
    }
    return history.commits();
  }

  private static Set<String> live(Iterable<Commit> commits) {
    Set<String> ids = new HashSet<>();
    Snapshot.of(commits).parts().forEach(each -> ids.add(each.part().id()));
    return ids;
  }

  /** The files of parts that count; those of others may be deleted already. */
  private static List<Item> items(RunStore store, Iterable<Commit> commits, Set<String> live) {
    List<Item> items = new ArrayList<>();
    for (Commit commit : commits) {
      for (Part part : commit.added()) {
        if (live.contains(part.id())) {
          for (StoreTable table : part.tables()) {
            Path file = part.file(store.folder(), table);
            Part.Data data = Objects.requireNonNull(part.files().get(table));
            items.add(new Item(key(store, file), file, data.bytes(), data.sha256()));
          }
        }
      }
    }
    return items;
  }

  /**
   * First what takes parts out, from the latest on: readers in between see the old parts or the new
   * ones, and never a part whose files are not there.
   */
  private static List<Map.Entry<String, Commit>> inOrder(Map<String, Commit> commits) {
    List<Map.Entry<String, Commit>> order = new ArrayList<>(commits.entrySet());
    Comparator<Map.Entry<String, Commit>> byRemovals =
        Comparator.comparing(each -> each.getValue().removed().isEmpty());
    order.sort(byRemovals.thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())));
    return order;
  }

  private static String key(String commit) {
    return RunStore.MANIFEST + "/" + commit;
  }

  private static String key(RunStore store, Path file) {
    return store.folder().relativize(file).toString().replace('\\', '/');
  }

  private static List<Path> traces(RunStore store) throws IOException {
    Path folder = store.folder().resolve(RunStore.TRACES);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(each -> RunStore.isDigest(String.valueOf(each.getFileName()))).toList();
    }
  }

  @FunctionalInterface
  private interface Work {
    void of(Item item) throws IOException;
  }

  /** Does the work for all items, some at once; returns their bytes. */
  private static long copy(List<Item> items, LongConsumer progress, Work work) throws IOException {
    long bytes = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<Item>> ends = new ArrayList<>();
      for (Item each : items) {
        ends.add(
            threads.submit(() -> {
              work.of(each);
              return each;
            }));
      }
      try {
        for (Future<Item> each : ends) {
          bytes += each.get().bytes();
          progress.accept(bytes);
        }
      } catch (ExecutionException e) {
        threads.shutdownNow();
        switch (e.getCause()) {
          case IOException io -> throw io;
          case RuntimeException failure -> throw failure;
          case Error error -> throw error;
          case null, default -> throw new IllegalStateException(e);
        }
      } catch (InterruptedException e) {
        threads.shutdownNow();
        Thread.currentThread().interrupt();
        throw new UncheckedIOException(new IOException("interrupted", e));
      }
    }
    return bytes;
  }
}
