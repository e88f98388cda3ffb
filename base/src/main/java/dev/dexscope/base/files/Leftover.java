package dev.dexscope.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A file, or a folder with its content, that is deleted when it is closed, or when the process is
 * terminated (Ctrl-C, SIGTERM).
 */
final class Leftover implements AutoCloseable {
  /** At the process's end other threads, and programs, may go on writing into a folder. */
  private static final int MOST_TRIES = 100;

  private static final int PAUSE = 20;

  private final Path path;
  private final Runnable before;
  private final Thread cleanup = new Thread(this::delete);

  /** Need not be there yet. */
  Leftover(Path path) {
    this(path, () -> {});
  }

  /**
   * Need not be there yet.
   *
   * @param before it is deleted, this is done
   */
  Leftover(Path path, Runnable before) {
    this.path = path;
    this.before = before;
    try {
      Runtime.getRuntime().addShutdownHook(cleanup);
    } catch (IllegalStateException e) {
      // The VM is going down already. A hook closes what it makes; another thread may go on until
      // the hooks have ended, and what it has begun by then is deleted: a file, or an empty folder.
      path.toFile().deleteOnExit();
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(cleanup);
    } catch (IllegalStateException e) {
      // The VM is going down: the hook runs, and finds nothing to delete.
    }
  }

  private void delete() {
    before.run();
    for (int i = 0; i < MOST_TRIES && Files.exists(path); i++) {
      try {
        OutputFolder.delete(path);
      } catch (IOException e) {
        // Something has come meanwhile; nothing better can be done with what cannot be deleted.
        LockSupport.parkNanos(Duration.ofMillis(PAUSE).toNanos());
      }
    }
  }
}
