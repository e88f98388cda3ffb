package dev.dexscope.web.http;

import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.dex.DexFormatException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * The answer for an exception: faults of the input in full, internal faults without details.
 *
 * @param status of HTTP
 */
record Problem(int status, String reason) {
  static Problem of(Throwable e) {
    return switch (e) {
      case FormatException format -> new Problem(422, withoutFolders(format.file(), format));
      case DexFormatException dex -> new Problem(422, withoutFolders(dex.file(), dex));
      case NoSuchFileException file ->
          new Problem(410, "the file is gone: " + name(String.valueOf(file.getFile())));
      case IOException io ->
          new Problem(500, "the server cannot read or write: " + io.getMessage());
      case org.eclipse.jetty.http.HttpException http ->
          new Problem(http.getCode(), "the request is not valid HTTP");
      case OutOfMemoryError _ -> new Problem(507, "the server has not enough memory for this");
      case StackOverflowError _ -> new Problem(422, "nested too deep");
      default -> new Problem(500, "the server has failed: " + e.getClass().getSimpleName());
    };
  }

  /** Removes folders, which are private to this machine. */
  private static String withoutFolders(String file, Exception e) {
    String message = String.valueOf(e.getMessage());
    return name(file) + message.substring(file.length());
  }

  private static String name(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }
}
