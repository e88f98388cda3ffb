package dev.dexscope.base.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private folder for temporary files. It is deleted when it is closed, when the process is
 * terminated, and, if the process is killed, when the next such folder is created.
 *
 * <pre>{@code
 * try (var folder = TemporaryFolder.make()) {
 *   Files.writeString(folder.path().resolve("a"), "text");
 * }
 * }</pre>
 *
 * <p>A folder's name has the number of its owner's process, and its owner holds a lock in it: the
 * number means nothing in a container that shares the folder for temporary files.
 */
public final class TemporaryFolder implements AutoCloseable {
  /** The name goes on with digits: where names of sockets are short, it has to be. */
  private static final String PREFIX = "dexscope-";

  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-\\d+");
  private static final String LOCK = ".owner";

  private final FileChannel lock;
  private final Leftover leftover;

  private TemporaryFolder(Path path, FileChannel lock) {
    this.lock = lock;
    // First: some systems delete no open file.
    this.leftover = new Leftover(path, this::release);
  }

  /**
   * A new one in the folder for such ({@code java.io.tmpdir}).
   *
   * @throws IOException if an I/O error occurs
   */
  public static TemporaryFolder make() throws IOException {
    return makeIn(Path.of(System.getProperty("java.io.tmpdir")));
  }

  static TemporaryFolder makeIn(Path parent) throws IOException {
    Path path = Files.createTempDirectory(parent, PREFIX + ProcessHandle.current().pid() + "-");
    FileChannel lock =
        FileChannel.open(
            path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var folder = new TemporaryFolder(path, lock);
    lock.lock();
    removeThoseOfTheDead(parent, Files.getOwner(path));
    return folder;
  }

  /** Returns where it is. */
  public Path path() {
    return leftover.path();
  }

  @Override
  public void close() {
    leftover.close();
  }

  private void release() {
    try {
      lock.close();
    } catch (IOException e) {
      // The system releases it.
    }
  }

  private static void removeThoseOfTheDead(Path parent, UserPrincipal user) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path each : all) {
        Matcher name = NAME.matcher(each.getFileName().toString());
        if (name.matches()
            && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
            && user.equals(Files.getOwner(each, LinkOption.NOFOLLOW_LINKS))
            && !isAlive(name.group(1))) {
          removeIfUnlocked(each);
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      // The next one removes them.
    }
  }

  private static boolean isAlive(String process) {
    try {
      return ProcessHandle.of(Long.parseLong(process)).isPresent();
    } catch (NumberFormatException e) {
      return true; // None of our names.
    }
  }

  private static void removeIfUnlocked(Path folder) {
    try {
      if (isUnlocked(folder.resolve(LOCK))) {
        OutputFolder.delete(folder);
      }
    } catch (IOException e) {
      // Not one of ours, or another process removes it too.
    }
  }

  private static boolean isUnlocked(Path file) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock held = channel.tryLock()) {
      return held != null;
    }
  }
}
