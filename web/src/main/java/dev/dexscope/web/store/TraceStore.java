package dev.dexscope.web.store;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.web.store.RefusedUploadException.Cause;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of uploaded traces. An upload is there whole or not at all, whenever its process ends:
 * the bytes come first, then the line in the journal that makes an entry of them. Equal bytes stand
 * there once. All methods may be called by several threads.
 *
 * <pre>{@code
 * try (TraceStore store = TraceStore.open(folder, StoreLimits.USUAL);
 *     InputStream in = Files.newInputStream(file)) {
 *   Receipt receipt = store.add("app.trace", in);
 *   Path again = store.file(receipt.entry().id()).orElseThrow();
 *   store.delete(receipt.entry().id(), receipt.token());
 * }
 * }</pre>
 */
public final class TraceStore implements Closeable {
  private static final String LOCK = "lock";
  private static final String JOURNAL = "journal";

  /** The fact that names the application. */
  private static final String APP = "app";

  /** Lines about what has gone may be so many more than entries. */
  private static final int GONE_LINES = 10_000;

  private static final Duration HOUSEKEEPING = Duration.ofMinutes(1);

  private final StoreLimits limits;
  private final UploadUse use;
  private final InstantSource clock;
  private final RandomAccessFile lock;
  private final Contents contents;
  private final Room room;
  private final Journal journal;
  private final Index index = new Index();
  private final Inspector inspector;
  private final Semaphore uploads;
  private final int lost;
  private final Thread housekeeping;

  private TraceStore(
      Path folder, RandomAccessFile lock, StoreLimits limits, UploadUse use, InstantSource clock)
      throws IOException {
    this.limits = limits;
    this.use = use;
    this.clock = clock;
    this.lock = lock;
    this.journal = Journal.open(folder.resolve(JOURNAL));
    this.contents = Contents.open(folder);
    this.room = new Room(contents, limits);
    this.uploads = new Semaphore(limits.uploads());
    this.inspector = Inspector.of(contents.temporary(), limits.mostBytes(), use);
    journal.changes().forEach(index::apply);
    this.lost = journal.damaged() + forgetLost();
    if (lost == 0) {
      contents.removeOthers(index.traces());
    }
    this.housekeeping = Thread.ofVirtual().start(this::keepHouse);
  }

  /**
   * Opens the store of a folder, which is made when it is not there.
   *
   * @throws RefusedFileException when another process has it open, or it holds other files
   */
  public static TraceStore open(Path folder, StoreLimits limits) throws IOException {
    return open(folder, limits, UploadUse.NONE);
  }

  /**
   * Opens the store of a folder, whose uploads have a further use.
   *
   * @throws RefusedFileException when another process has it open, or it holds other files
   */
  public static TraceStore open(Path folder, StoreLimits limits, UploadUse use) throws IOException {
    return open(folder, limits, use, InstantSource.system());
  }

  static TraceStore open(Path folder, StoreLimits limits, UploadUse use, InstantSource clock)
      throws IOException {
    Path whole = Files.createDirectories(folder).toAbsolutePath();
    requireOwn(whole);
    var lock = new RandomAccessFile(whole.resolve(LOCK).toFile(), "rw");
    try {
      if (!isMine(lock)) {
        throw new RefusedFileException(
            "the store is open already", folder, "end the other 'dexscope serve', or name another");
      }
      return new TraceStore(whole, lock, limits, use, clock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** A store removes unknown files: it must not be started in a folder of other files. */
  private static void requireOwn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(file -> file.getFileName() + "").toList();
      boolean isNew = List.of(LOCK).containsAll(names);
      if (!isNew && !names.containsAll(List.of(LOCK, JOURNAL))) {
        throw new RefusedFileException(
            "the folder holds other files", folder, "name a new or an empty one");
      }
    }
  }

  private static boolean isMine(RandomAccessFile lock) throws IOException {
    try {
      FileLock held = lock.getChannel().tryLock();
      return held != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Entries whose trace has gone are not shown; should it come again, they are. */
  private int forgetLost() {
    int forgotten = 0;
    for (StoreEntry entry : index.all()) {
      if (!contents.has(entry.sha256())) {
        index.apply(new Change.Removed(entry.id()));
        forgotten++;
      }
    }
    return forgotten;
  }

  /**
   * Returns how many entries could not be read, or have lost their trace. As long as there are
   * such, the store cleans up nothing that they may need.
   */
  public int lost() {
    return lost;
  }

  /** Returns how much it takes, and for how long. */
  public StoreLimits limits() {
    return limits;
  }

  /** Returns what else is done with traces. */
  public UploadUse use() {
    return use;
  }

  /**
   * Adds a trace; returns when it can be read by all.
   *
   * @param name what its sender calls it
   * @param in its bytes; not closed
   * @throws RefusedUploadException when it is not kept
   */
  public Receipt add(String name, InputStream in) throws IOException {
    return add(name, Map.of(), in);
  }

  /**
   * Adds a trace; returns when it can be read by all, and its further use is done.
   *
   * @param name what its sender calls it
   * @param facts what the further use needs; empty if the trace has none
   * @param in its bytes; not closed
   * @throws RefusedUploadException when it is not kept
   */
  public Receipt add(String name, Map<String, String> facts, InputStream in) throws IOException {
    return add(name, facts, in, false);
  }

  /**
   * Adds a run unless it is there, so that a sender which got no answer may send it again.
   *
   * @param name what its sender calls it
   * @param facts what the further use needs, among them {@code app}
   * @param in its bytes; not closed
   * @return the entry, which its application's keys own
   * @throws RefusedUploadException when it is not kept
   */
  public StoreEntry addOnce(String name, Map<String, String> facts, InputStream in)
      throws IOException {
    return add(name, facts, in, true).entry();
  }

  private Receipt add(String name, Map<String, String> facts, InputStream in, boolean once)
      throws IOException {
    if (!uploads.tryAcquire()) {
      throw new RefusedUploadException(
          Cause.BUSY, limits.uploads() + " uploads are on their way; try again in a minute");
    }
    try {
      return receive(EntryName.clean(name), facts, in, once);
    } finally {
      uploads.release();
    }
  }

  private Receipt receive(String name, Map<String, String> facts, InputStream in, boolean once)
      throws IOException {
    String app = facts.getOrDefault(APP, "");
    Path part = contents.begin();
    try (Room.Share share = room.share()) {
      Upload upload = Upload.receive(in, part.resolve(Contents.TRACE), share, limits);
      String token = Unguessable.next();
      while (true) {
        StoreEntry known = once ? ofRun(upload.sha256(), app) : null;
        if (known != null) {
          return new Receipt(known, "");
        }
        StoreEntry same = ofTrace(upload.sha256());
        EntryFacts found =
            same == null || !facts.isEmpty() ? inspector.inspect(part, name, facts) : same.facts();
        long space = same == null ? Contents.settle(part) : same.space();
        var entry =
            new StoreEntry(
                Unguessable.next(),
                upload.sha256(),
                Unguessable.hash(token),
                app,
                name,
                now(),
                upload.size(),
                space,
                found);
        if (publish(part, entry, same != null, once)) {
          return new Receipt(entry, token);
        }
      }
    } finally {
      contents.abandon(part);
    }
  }

  /** The journal has milliseconds. */
  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }

  private synchronized @Nullable StoreEntry ofRun(String sha256, String app) {
    return index.ofRun(sha256, app);
  }

  private synchronized @Nullable StoreEntry ofTrace(String sha256) {
    return index.ofTrace(sha256);
  }

  /**
   * Makes an entry of what has come in.
   *
   * @param isRepeated whether only the trace that was there already is ready to be shown
   * @param once whether a second entry of the same run is not wanted
   * @return false when things have changed meanwhile
   */
  private synchronized boolean publish(
      Path part, StoreEntry entry, boolean isRepeated, boolean once) throws IOException {
    if (once && index.ofRun(entry.sha256(), entry.app()) != null) {
      return false;
    }
    if (!index.isUsed(entry.sha256())) {
      if (isRepeated) {
        return false;
      }
      contents.remove(entry.sha256());
      contents.publish(part, entry.sha256());
    }
    apply(new Change.Added(entry));
    expire();
    return true;
  }

  private void apply(Change change) throws IOException {
    journal.add(change);
    index.apply(change);
  }

  /** All entries, newest first. */
  public synchronized List<StoreEntry> entries() {
    return index.all().reversed().stream().filter(entry -> !isOld(entry)).toList();
  }

  /** The entry of an id. */
  public synchronized Optional<StoreEntry> entry(String id) {
    return Optional.ofNullable(index.get(id)).filter(entry -> !isOld(entry));
  }

  /** Returns the trace of an id; a reader that has opened it may continue after its deletion. */
  public Optional<Path> file(String id) {
    return entry(id).map(entry -> contents.of(entry.sha256()).resolve(Contents.TRACE));
  }

  /** A picture of the trace of an id. */
  public Optional<Path> picture(String id, StorePicture which) {
    return entry(id).map(entry -> contents.of(entry.sha256()).resolve(which.file()));
  }

  /**
   * Deletes an entry.
   *
   * @param token the token from its receipt
   * @return whether there was an entry with this id and this owner
   */
  public synchronized boolean delete(String id, String token) throws IOException {
    StoreEntry entry = index.get(id);
    if (entry == null || !Unguessable.fits(token, entry.ownerHash())) {
      return false;
    }
    remove(entry);
    return true;
  }

  /**
   * Deletes an entry on behalf of one who may delete all of its application.
   *
   * @throws IOException if the change cannot be written
   */
  public synchronized void delete(String id) throws IOException {
    StoreEntry entry = index.get(id);
    if (entry != null) {
      remove(entry);
    }
  }

  private void remove(StoreEntry entry) throws IOException {
    apply(new Change.Removed(entry.id()));
    if (!index.isUsed(entry.sha256())) {
      contents.remove(entry.sha256());
    }
    if (lost == 0 && journal.lines() > 2L * index.size() + GONE_LINES) {
      journal.replace(index.all().stream().<Change>map(Change.Added::new).toList());
    }
  }

  private boolean isOld(StoreEntry entry) {
    return entry.added().plus(limits.keepFor()).isBefore(clock.instant());
  }

  /** Removes what is too old, and the oldest of what is too much; the newest stays. */
  private synchronized void expire() throws IOException {
    List<StoreEntry> oldest = index.all();
    for (int i = 0; i < oldest.size(); i++) {
      boolean isTooMuch = index.size() > limits.keepEntries() || index.space() > limits.keepBytes();
      if (isOld(oldest.get(i)) || (isTooMuch && i < oldest.size() - 1)) {
        remove(oldest.get(i));
      } else {
        return;
      }
    }
  }

  private void keepHouse() {
    try {
      while (true) {
        Thread.sleep(HOUSEKEEPING);
        cleanUp();
      }
    } catch (InterruptedException e) {
      // The store is closing.
    }
  }

  private void cleanUp() {
    try {
      expire();
      inspector.rest();
    } catch (IOException | UncheckedIOException e) {
      // The disk refuses to delete: the next upload reports it, or the next minute succeeds.
    }
  }

  @Override
  public void close() throws IOException {
    housekeeping.interrupt();
    inspector.close();
    synchronized (this) {
      journal.close();
      lock.close();
    }
  }
}
