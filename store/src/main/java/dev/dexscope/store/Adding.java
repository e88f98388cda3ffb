package dev.dexscope.store;

import dev.dexscope.base.files.Sha256;
import dev.dexscope.trace.MappingFiles;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.read.TraceReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs that are being added to a store. They are in it when they are committed: many together, and
 * all when this is closed. A process that ends before leaves files that no commit names.
 */
public final class Adding implements Closeable {
  /** Runs and rows that are committed together: files of few rows are slow to query. */
  private static final int MOST_RUNS = 256;

  private static final int MOST_ROWS = 400_000;

  /** Earlier starts are times since the device's own start. */
  private static final long YEAR_2000_MICROS = 946_684_800_000_000L;

  private final RunStore store;
  private final boolean keepTraces;
  private final Set<Long> known;
  private final Map<Path, String> mappings = new HashMap<>();
  private final Map<List<String>, PartWriter> parts = new TreeMap<>(Adding::compare);
  private int runs;
  private int rows;

  Adding(RunStore store, boolean keepTraces) throws IOException {
    this.store = store;
    this.keepTraces = keepTraces;
    this.known = new HashSet<>(store.runs());
  }

  private static int compare(List<String> a, List<String> b) {
    return String.join("/", a).compareTo(String.join("/", b));
  }

  /**
   * Adds a run that is not an app's, unless it is there.
   *
   * @return whether it was not there before
   * @throws dev.dexscope.base.bytes.FormatException if the trace cannot be read
   * @throws IOException if a file cannot be read or written
   */
  public boolean add(Path file, TraceOptions options, Facts facts) throws IOException {
    return add(file, options, facts, Display.NONE);
  }

  /**
   * Adds a run, unless it is there.
   *
   * @param options how the trace is read
   * @param facts what is known of the run; the trace's header, the file's time and a file {@code
   *     TRACE.meta.json} beside it are used for what these lack
   * @param display of the run; {@link Display#NONE} if it is not an app's
   * @return whether it was not there before
   * @throws dev.dexscope.base.bytes.FormatException if the trace cannot be read
   * @throws IOException if a file cannot be read or written
   */
  public boolean add(Path file, TraceOptions options, Facts facts, Display display)
      throws IOException {
    String sha256 = Sha256.of(file);
    if (isKnown(sha256)) {
      return false;
    }
    Trace trace = TraceReader.open(file, options);
    String name = String.valueOf(file.getFileName());
    Path mapping = options.mapping();
    if (mapping == null) {
      addByKept(trace, file, options, name, sha256, facts.orElse(beside(file)), display);
    } else {
      var source = new Source(name, Files.size(file), sha256, digest(mapping, trace));
      add(trace, file, source, facts.orElse(beside(file)), display);
    }
    return true;
  }

  /**
   * Adds a run whose trace is open already, unless it is there.
   *
   * @param file the trace's file
   * @param name what users call it
   * @param facts what is known of the run; the trace's header and the file's time are used for what
   *     these lack
   * @return whether it was not there before
   * @throws IOException if a file cannot be read or written
   */
  public boolean add(Trace trace, Path file, String name, Facts facts) throws IOException {
    String sha256 = Sha256.of(file);
    if (isKnown(sha256)) {
      return false;
    }
    addByKept(trace, file, TraceOptions.PLAIN, name, sha256, facts, Display.NONE);
    return true;
  }

  /** Adds a run with the names of the store's own mapping file, if it has that of the trace. */
  private void addByKept(
      Trace trace,
      Path file,
      TraceOptions options,
      String name,
      String sha256,
      Facts facts,
      Display display)
      throws IOException {
    String app = facts.orElse(ofHeader(trace)).app();
    Path kept = store.mappings().find(app, trace.methods());
    Trace named = kept == null ? trace : TraceReader.open(file, options.withMapping(kept));
    String mapping = kept == null ? "" : digest(kept);
    add(named, file, new Source(name, Files.size(file), sha256, mapping), facts, display);
  }

  private boolean isKnown(String sha256) {
    return known.contains(Digest.idOfDigest(sha256));
  }

  private void add(Trace trace, Path file, Source source, Facts facts, Display display)
      throws IOException {
    if (trace.info().absentCalls() > 0) {
      // Its figures are others than those of the same run's file of calls, with which they would be
      // compared.
      throw new TraceFormatException(
          source.file(),
          0,
          "does not have all calls: add the file of calls beside it, which ends with .calls");
    }
    Facts all = facts.orElse(ofHeader(trace)).ofRun(file);
    String day = all.day().isEmpty() ? day(trace, file) : all.day();
    RunRows run = RunRows.of(source, all, trace, display);
    if (keepTraces) {
      DurableFile.write(store.traceFile(source.sha256()), out -> Files.copy(file, out));
    }
    parts
        .computeIfAbsent(
            List.of(all.app(), day),
            _ -> new PartWriter(all.app(), day, System.currentTimeMillis()))
        .add(run);
    known.add(source.run());
    runs++;
    rows += run.methods().size() + run.paths().size() + display.frames().size();
    if (runs >= MOST_RUNS || rows >= MOST_ROWS) {
      commit();
    }
  }

  private static Facts beside(Path file) throws IOException {
    Path facts = file.resolveSibling(file.getFileName() + ".meta.json");
    return Files.isRegularFile(facts) ? Facts.read(facts) : Facts.NONE;
  }

  /** Returns the facts of a header; a value that is not of its form is not used. */
  private static Facts ofHeader(Trace trace) {
    Map<String, String> keys = new HashMap<>(trace.info().keys());
    keys.keySet().retainAll(Facts.NAMES);
    try {
      return Facts.of(keys);
    } catch (IllegalArgumentException e) {
      return Facts.NONE;
    }
  }

  private static String day(Trace trace, Path file) throws IOException {
    long micros = trace.info().startMicros();
    Instant time =
        micros > YEAR_2000_MICROS
            ? Instant.ofEpochMilli(micros / 1000)
            : Files.getLastModifiedTime(file).toInstant();
    String day = time.atZone(ZoneOffset.UTC).toLocalDate().toString();
    return Facts.isDay(day) ? day : "1970-01-01";
  }

  private String digest(Path place, Trace trace) throws IOException {
    Path file = MappingFiles.find(place, trace.methods(), trace.info().file());
    return file == null ? "" : digest(file);
  }

  private String digest(Path file) throws IOException {
    String known = mappings.get(file);
    if (known == null) {
      known = Sha256.of(file);
      mappings.put(file, known);
    }
    return known;
  }

  private void commit() throws IOException {
    if (runs == 0) {
      return;
    }
    long millis = System.currentTimeMillis();
    String order = store.newOrder(millis);
    List<Part> written = new ArrayList<>();
    for (PartWriter each : parts.values()) {
      written.add(each.write(store.folder(), store.newId(), order));
    }
    store.commit(new Commit(millis, written, List.of()));
    parts.clear();
    runs = 0;
    rows = 0;
  }

  /**
   * Commits what was added.
   *
   * @throws IOException if it cannot be written
   */
  @Override
  public void close() throws IOException {
    commit();
  }
}
