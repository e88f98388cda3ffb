package dev.dexscope.cli;

import dev.dexscope.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Run by the build to record the class cache of commands that serve pages: {@code view}, and the
 * first requests of its page.
 */
public final class PageTraining {
  /** So often that the profiles of what answers are kept in the cache. */
  private static final int ROUNDS = 20;

  private static final List<String> PAGE =
      List.of("/t/1", "/page.css", "/trace.js", "/icon.svg", "/api/v1/traces");

  private static final List<String> TRACE =
      List.of(
          "",
          "/flame",
          "/activity",
          "/timeline?thread=0",
          "/table",
          "/calls",
          "/butterfly?method=1");

  private PageTraining() {}

  /** A trace, written before: what writes it is not to be in the cache. */
  public static void main(String[] args) throws IOException {
    var said = new PipedOutputStream();
    var lines =
        new BufferedReader(
            new InputStreamReader(new PipedInputStream(said), StandardCharsets.UTF_8));
    var terminal = Terminal.ofStreams(said, OutputStream.nullOutputStream());
    Thread.ofPlatform()
        .daemon()
        .start(() -> Invocation.run(terminal, "view", args[0], "--no-open"));
    var page = URI.create(lines.readLine().replaceFirst(".* ", ""));
    for (int i = 0; i < ROUNDS; i++) {
      for (String each : PAGE) {
        ask(page, each);
      }
      for (String each : TRACE) {
        ask(page, "/api/v1/traces/1" + each);
      }
    }
    System.exit(0);
  }

  private static void ask(URI page, String path) throws IOException {
    String token = page.getQuery().replaceFirst("token=", "");
    try (var socket = new Socket(page.getHost(), page.getPort())) {
      String request =
          "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
              .formatted(path, page.getAuthority(), token);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream answer = socket.getInputStream();
      answer.transferTo(OutputStream.nullOutputStream());
    }
  }
}
