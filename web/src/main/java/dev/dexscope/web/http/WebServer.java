package dev.dexscope.web.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A web server for pages of ours: Jetty, with the rules common to all of them. Each request is
 * answered by a virtual thread of its own.
 *
 * <pre>{@code
 * try (var server = WebServer.start(new InetSocketAddress("127.0.0.1", 0), access, limits, routes)) {
 *   System.out.println(server.address());
 * }
 * }</pre>
 */
public final class WebServer implements Closeable {
  private static final int SELECTING_THREADS = 16;
  private static final int HEAD = 16 << 10;

  /** The time that a refused client may continue to send. */
  private static final Duration LINGER = Duration.ofSeconds(2);

  private final Server server;
  private final ServerConnector connector;
  private final Access access;

  private WebServer(Server server, ServerConnector connector, Access access) {
    this.server = server;
    this.connector = connector;
    this.access = access;
  }

  /**
   * Starts to listen.
   *
   * @param at the address; port 0 takes any that is free
   * @throws BindException when the port is taken
   */
  public static WebServer start(InetSocketAddress at, Access access, Limits limits, Routes routes)
      throws IOException {
    var threads = new QueuedThreadPool(SELECTING_THREADS, 2);
    threads.setName("web");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    var server = new Server(threads);
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEAD);
    http.setRelativeRedirectAllowed(true);
    var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    // By its number: a name may stand for several addresses.
    connector.setHost(at.isUnresolved() ? at.getHostString() : at.getAddress().getHostAddress());
    connector.setPort(at.getPort());
    connector.setIdleTimeout(limits.idle().toMillis());
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    var doorkeeper = new Doorkeeper(limits.idle(), connector.getScheduler());
    connector.addBean(doorkeeper);
    server.setHandler(new Guarded(access, limits, routes, doorkeeper));
    try {
      server.start();
    } catch (Exception e) {
      stop(server);
      var refused =
          new BindException(
              "cannot listen at "
                  + at.getHostString()
                  + ", port "
                  + at.getPort()
                  + ": "
                  + cause(e));
      refused.initCause(e);
      throw refused;
    }
    return new WebServer(server, connector, access);
  }

  private static String cause(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  public int port() {
    return connector.getLocalPort();
  }

  /** Returns the address to open in a browser; it contains a private server's token. */
  public URI address() {
    String host = connector.getHost();
    String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    String query =
        access.token().isEmpty()
            ? ""
            : "?token=" + URLEncoder.encode(access.token(), StandardCharsets.UTF_8);
    return URI.create("http://" + name + ":" + port() + "/" + query);
  }

  /** Waits until the server is closed. */
  public void await() throws InterruptedException {
    server.join();
  }

  @Override
  public void close() {
    stop(server);
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the web server does not stop", e);
    }
  }

  /** Asks {@link Guard} before a route, and makes answers of exceptions. */
  private static final class Guarded extends Handler.Abstract {
    private final Guard guard;
    private final Limits limits;
    private final Routes routes;
    private final Doorkeeper doorkeeper;

    Guarded(Access access, Limits limits, Routes routes, Doorkeeper doorkeeper) {
      this.guard = new Guard(access);
      this.limits = limits;
      this.routes = routes;
      this.doorkeeper = doorkeeper;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Connection connection = request.getConnectionMetaData().getConnection();
      doorkeeper.begin(connection);
      try {
        answer(request, response);
        doorkeeper.end(connection);
        callback.succeeded();
      } catch (IOException e) {
        // The client has disconnected, or the answer was cut off: no answer can be sent.
        callback.failed(e);
      }
      return true;
    }

    private void answer(Request request, Response response) throws IOException {
      try {
        guard.protect(response.getHeaders());
        var exchange = new Exchange(request, response, limits);
        if (guard.lets(exchange)) {
          routes.serve(exchange);
        }
      } catch (HttpException e) {
        refuse(request, response, e.status(), e.reason());
      } catch (EOFException e) {
        throw e;
      } catch (IOException | RuntimeException | Error e) {
        Problem problem = Problem.of(e);
        refuse(request, response, problem.status(), problem.reason());
      }
    }

    private static void refuse(Request request, Response response, int status, String reason)
        throws IOException {
      if (response.isCommitted()) {
        throw new IOException(reason);
      }
      response.getHeaders().remove("Content-Encoding");
      response.getHeaders().remove("Content-Disposition");
      response.getHeaders().remove("Content-Length");
      boolean isUnread = request.getLength() != 0 && !request.getMethod().equals("GET");
      if (isUnread) {
        response.getHeaders().put("Connection", "close");
      }
      response.setStatus(status);
      byte[] json =
          Exchange.jsonBytes(out -> {
            out.writeNumberField("status", status);
            out.writeStringField("reason", reason);
          });
      response.getHeaders().put("Content-Type", "application/json");
      try (var out = Content.Sink.asOutputStream(response)) {
        out.write(json);
      }
      if (isUnread) {
        linger(request);
      }
    }

    /**
     * Takes what the other side is still sending, for a while: a connection that is closed with
     * bytes unread is reset, and its answer is lost before it is read.
     */
    private static void linger(Request request) {
      long deadline = System.nanoTime() + LINGER.toNanos();
      byte[] unread = new byte[1 << 16];
      try (InputStream in = Content.Source.asInputStream(request)) {
        while (in.read(unread) >= 0 && System.nanoTime() - deadline < 0) {
          // It is not wanted.
        }
      } catch (IOException e) {
        // The client does not read any more.
      }
    }
  }
}
