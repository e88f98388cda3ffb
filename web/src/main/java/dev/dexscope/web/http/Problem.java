package dev.dexscope.web.http;

import dev.dexscope.base.bytes.FormatException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * What the sender of a request is told of an exception: what is wrong with its input in full, what
 * is wrong on this side without its insides.
 *
 * @param status of HTTP
 */
record Problem(int status, String reason) {
  static Problem of(Throwable e) {
    return switch (e) {
      case FormatException format -> new Problem(422, String.valueOf(format.getMessage()));
      case NoSuchFileException file -> new Problem(410, "the file is gone: " + name(file));
      case IOException io ->
          new Problem(500, "the server cannot read or write: " + io.getMessage());
      case org.eclipse.jetty.http.HttpException http ->
          new Problem(http.getCode(), "the request is no proper HTTP");
      case OutOfMemoryError _ -> new Problem(507, "the server has not enough memory for this");
      case StackOverflowError _ -> new Problem(422, "nested too deep");
      default -> new Problem(500, "the server has failed: " + e.getClass().getSimpleName());
    };
  }

  private static String name(NoSuchFileException e) {
    String file = String.valueOf(e.getFile());
    return file.substring(file.lastIndexOf('/') + 1);
  }
}
