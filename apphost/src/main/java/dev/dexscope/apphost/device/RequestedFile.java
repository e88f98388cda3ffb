package dev.dexscope.apphost.device;

import dev.dexscope.base.files.RefusedFileException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** Writes files that the run was to leave: one that cannot be written is not the app's fault. */
final class RequestedFile {
  private RequestedFile() {}

  /** A requested file could not be written, which is not the app's fault. */
  static final class LostFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostFileException(String line, Exception cause) {
      super(line, cause);
    }
  }

  /** Writes a file. */
  @FunctionalInterface
  interface FileWork {
    void run() throws IOException;
  }

  /** Runs the work that writes a requested file. */
  static void write(Object name, FileWork work) {
    try {
      work.run();
    } catch (RefusedFileException e) {
      throw new LostFileException(e.getMessage() + "", e);
    } catch (IOException e) {
      String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
      throw new LostFileException(
          (reason == null ? "cannot be written" : reason)
              + ", "
              + name
              + "; check the path and the free space",
          e);
    }
  }
}
