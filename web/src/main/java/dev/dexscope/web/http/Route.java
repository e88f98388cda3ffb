package dev.dexscope.web.http;

import java.io.IOException;

/** Answers requests for one kind of address. */
@FunctionalInterface
public interface Route {
  /**
   * Answers; the thread is a virtual one, which may wait.
   *
   * @throws HttpException to refuse the request
   */
  void serve(Exchange exchange) throws IOException;
}
