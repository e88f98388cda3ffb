package dev.dexscope.wire.adb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** The files that {@link SyncServer} serves. The client receives the messages of exceptions. */
public interface SyncFiles {
  /**
   * Returns the state of a file.
   *
   * @param isOfLink whether to query a link itself
   */
  FileState stat(String path, boolean isOfLink);

  /**
   * Returns the files of a folder, including {@code .} and {@code ..}; empty if there is no such
   * folder.
   */
  List<SyncFrame.Entry> list(String path);

  InputStream open(String path) throws IOException;

  /**
   * Creates a file.
   *
   * @param content copies its bytes, and then returns its time in seconds since 1970
   * @throws IOException if the file cannot be created
   */
  void create(String path, int mode, Content content) throws IOException;

  @FunctionalInterface
  interface Content {
    long copyTo(OutputStream out) throws IOException;
  }
}
