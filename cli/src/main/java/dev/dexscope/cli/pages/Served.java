package dev.dexscope.cli.pages;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.web.http.WebServer;
import picocli.CommandLine.Option;

/** The options of commands that serve a page to the user, and how they do that. */
public final class Served {
  private static final int LAST_PORT = 0xffff;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to serve the page at; default any that is free.")
  int port;

  @Option(names = "--no-open", description = "Print the address; open no browser.")
  boolean noOpen;

  /** Returns the requested port; 0 for any. */
  public int port() {
    return checked(port);
  }

  /** Returns a port that the user named. */
  public static int checked(int port) {
    if (port < 0 || port > LAST_PORT) {
      throw CliException.usage("--port " + port, "write a number up to " + LAST_PORT);
    }
    return port;
  }

  /**
   * Tells where the page is, opens it, and waits until the server is closed, or the command ends.
   */
  public void untilTheEnd(WebServer server, Terminal terminal) throws InterruptedException {
    try (server) {
      boolean isOpened = !noOpen && Browser.open(server.address());
      terminal.out().println((isOpened ? "opened " : "open ") + server.address());
      terminal.out().println("Ctrl-C ends it");
      terminal.out().flush();
      server.await();
    }
  }
}
