package dev.dexscope.apps;

import dev.dexscope.base.files.TemporaryFolder;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A running app that is driven step by step, for tests: the steps of {@code --do}, with a look at
 * the screen in between.
 *
 * <pre>{@code
 * try (AppSession app = AppSession.start(AppRequest.of(Path.of("birdbook.apk"), folder))) {
 *   app.perform("tap:id/add");
 *   app.perform("text:id/bird=Zebra finch");
 *   app.perform("tap:id/save");
 *   assertThat(app.tree()).contains("Zebra finch");
 * }
 * }</pre>
 */
public final class AppSession implements Closeable {
  /** The variable by which the app's process finds the session: the name of a local socket. */
  public static final String VARIABLE = "DEXSCOPE_SESSION";

  /** The answer of the app's process when a step is done. */
  public static final String DONE = "done";

  private static final Duration START = Duration.ofMinutes(2);
  private static final int LOOK = 200;

  private final AppRequest request;
  private final AppProcess process;
  private final SocketChannel socket;
  private final BufferedReader answers;
  private final OutputStream orders;
  private @Nullable AppRun run;

  private AppSession(AppRequest request, AppProcess process, SocketChannel socket) {
    this.request = request;
    this.process = process;
    this.socket = socket;
    this.answers =
        new BufferedReader(
            new InputStreamReader(Channels.newInputStream(socket), StandardCharsets.UTF_8));
    this.orders = Channels.newOutputStream(socket);
  }

  /**
   * Starts an app with the user's framework, and does its script.
   *
   * @throws IOException if an I/O error occurs
   */
  public static AppSession start(AppRequest request) throws IOException {
    return start(AppFramework.ofUser(), request, List.of());
  }

  /**
   * Starts an app, and performs its script.
   *
   * @param options for the app's Java VM, after Dexscope's own
   * @throws IOException if an I/O error occurs
   */
  public static AppSession start(AppFramework framework, AppRequest request, List<String> options)
      throws IOException {
    // Nobody else gets into that folder, and a process without network reaches it.
    try (var folder = TemporaryFolder.make();
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      Path name = folder.path().resolve("session");
      server.bind(UnixDomainSocketAddress.of(name));
      AppProcess process =
          AppProcess.start(framework, request, options, Map.of(VARIABLE, name.toString()));
      try {
        var session = new AppSession(request, process, accept(server, process));
        // The first answer is that of the start and its script.
        session.await("start");
        return session;
      } catch (IOException | RuntimeException e) {
        process.end();
        throw e;
      }
    }
  }

  private static SocketChannel accept(ServerSocketChannel server, AppProcess process)
      throws IOException {
    server.configureBlocking(false);
    long end = System.nanoTime() + START.toNanos();
    try (Selector selector = Selector.open()) {
      server.register(selector, SelectionKey.OP_ACCEPT);
      while (System.nanoTime() < end && process.isAlive()) {
        // The app may have ended meanwhile.
        selector.select(LOOK);
        SocketChannel socket = server.accept();
        if (socket != null) {
          return socket;
        }
      }
    }
    throw new AppException("the app's process did not start", START, "see its output");
  }

  /**
   * Does one step, and waits until the app has nothing left to do.
   *
   * @throws AppException when the step cannot be done, or the app has crashed of it
   * @throws IOException if an I/O error occurs
   */
  public void perform(String step) throws IOException {
    List<String> steps = Script.parse(step).text();
    for (String each : steps) {
      if (each.indexOf('\n') >= 0) {
        throw new AppException("a step of two lines", each, "pass one after the other");
      }
      orders.write((each + "\n").getBytes(StandardCharsets.UTF_8));
      orders.flush();
      await(each);
    }
  }

  private void await(String step) throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      AppRun ended = process.await();
      run = ended;
      List<AppRun.Event> crashes = ended.of(AppRun.Kind.CRASH);
      throw new AppException(
          "the app has ended",
          step,
          crashes.isEmpty() ? "exit code " + ended.exitCode() : crashes.getLast().name());
    }
    if (!answer.equals(DONE)) {
      throw new AppException("the step is not done", step, answer);
    }
  }

  /**
   * Touches a view: {@code id/NAME}, {@code text/WORDS}, {@code desc/WORDS}.
   *
   * @throws IOException if an I/O error occurs
   */
  public void tap(String target) throws IOException {
    perform("tap:" + escaped(target));
  }

  /**
   * Sets the text of a field.
   *
   * @throws IOException if an I/O error occurs
   */
  public void type(String target, String text) throws IOException {
    perform("text:" + escaped(target) + "=" + escaped(text));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace(";", "\\;");
  }

  /**
   * The views of all windows as JSON, with the names of {@code uiautomator dump}.
   *
   * @throws IOException if an I/O error occurs
   */
  public String tree() throws IOException {
    Path file = request.temporary().resolve("tree.json");
    perform("tree:" + escaped(file.toString()));
    return Files.readString(file);
  }

  /**
   * Draws all windows into a PNG file.
   *
   * @throws IOException if an I/O error occurs
   */
  public void screenshot(Path file) throws IOException {
    perform("screenshot:" + escaped(file.toAbsolutePath().toString()));
  }

  /**
   * Ends the app as after its last step; returns the result.
   *
   * @throws IOException if an I/O error occurs
   */
  public AppRun end() throws IOException {
    if (run == null) {
      socket.shutdownOutput();
      run = process.await();
    }
    return run;
  }

  /**
   * Ends the app; its own files in {@code data} stay.
   *
   * @throws IOException if an I/O error occurs
   */
  @Override
  public void close() throws IOException {
    try {
      end();
    } finally {
      socket.close();
      AppRequest.clean(request.folder());
    }
  }
}
