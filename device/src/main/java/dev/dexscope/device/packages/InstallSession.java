package dev.dexscope.device.packages;

import dev.dexscope.base.files.OutputFolder;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Packages that arrive and are installed together. */
public final class InstallSession implements Closeable {
  private static final int MOST_FILES = 1024;

  private final PackageStore store;
  private final InstallOptions options;
  private final Path folder;
  private final List<Path> arrived = new ArrayList<>();
  private final List<InstallSession> sessions = new ArrayList<>();

  InstallSession(PackageStore store, InstallOptions options, Path folder) {
    this.store = store;
    this.options = options;
    this.folder = folder;
  }

  /**
   * Takes one.
   *
   * @param size its bytes; -1 for all that come
   */
  public synchronized void add(InputStream in, long size) throws IOException {
    if (arrived.size() >= MOST_FILES) {
      throw new InstallException("INSTALL_FAILED_INVALID_APK", MOST_FILES + " packages at most");
    }
    Path file = folder.resolve(arrived.size() + ".apk");
    long copied = 0;
    byte[] block = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (size < 0 || copied < size) {
        int most = size < 0 ? block.length : (int) Math.min(block.length, size - copied);
        int length = in.read(block, 0, most);
        if (length < 0) {
          break;
        }
        out.write(block, 0, length);
        copied += length;
      }
    }
    if (size >= 0 && copied < size) {
      throw new InstallException(
          "INSTALL_FAILED_INVALID_APK", copied + " of " + size + " bytes have arrived");
    }
    arrived.add(file);
  }

  /** Adds another session, whose packages are installed with this one's. */
  public synchronized void add(InstallSession other) throws IOException {
    if (sessions.size() >= MOST_FILES) {
      throw new InstallException("INSTALL_FAILED_INTERNAL_ERROR", MOST_FILES + " sessions at most");
    }
    sessions.add(other);
  }

  synchronized List<Path> arrived() {
    return List.copyOf(arrived);
  }

  InstallOptions options() {
    return options;
  }

  /** Installs the received packages; of several sessions all or none. */
  public synchronized List<InstalledPackage> commit() throws IOException {
    return store.install(sessions.isEmpty() ? List.of(this) : sessions);
  }

  /** Removes packages that were not installed. */
  @Override
  public synchronized void close() throws IOException {
    OutputFolder.delete(folder);
    for (InstallSession each : sessions) {
      each.close();
    }
  }
}
