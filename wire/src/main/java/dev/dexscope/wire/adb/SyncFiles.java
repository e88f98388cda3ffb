package dev.dexscope.wire.adb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** The files that {@link SyncServer} serves. What fails is told to the client by its message. */
public interface SyncFiles {
  /**
   * What is known of a file.
   *
   * @param isOfLink whether a link itself is meant
   */
  FileState stat(String path, boolean isOfLink);

  /** The files of a folder, also {@code .} and {@code ..}; none where there is no such folder. */
  List<SyncFrame.Entry> list(String path);

  InputStream open(String path) throws IOException;

  /**
   * A file in the making.
   *
   * @param content copies it, and then tells its time in seconds since 1970
   * @throws IOException if the file cannot be created
   */
  void create(String path, int mode, Content content) throws IOException;

  @FunctionalInterface
  interface Content {
    long copyTo(OutputStream out) throws IOException;
  }
}
