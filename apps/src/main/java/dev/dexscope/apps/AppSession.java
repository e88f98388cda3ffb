package dev.dexscope.apps;

import dev.dexscope.base.files.OutputFolder;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An app that runs and is told step by step what to do, for tests: the steps of {@code --do}, with
 * a look at the screen in between.
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
  /** The variable by which the app's process finds the session: a port and a word. */
  public static final String VARIABLE = "DEXSCOPE_SESSION";

  /** What the app's process answers when a step is done. */
  public static final String DONE = "done";

  private static final Duration START = Duration.ofMinutes(2);
  private static final int LOOK = 200;

  /** How long who connects may take to say the word, in milliseconds: the app says it at once. */
  private static final int GREETING = 2_000;

  private final AppRequest request;
  private final AppProcess process;
  private final Socket socket;
  private final BufferedReader answers;
  private final OutputStream orders;
  private @Nullable AppRun run;

  private AppSession(AppRequest request, AppProcess process, Line line) throws IOException {
    this.request = request;
    this.process = process;
    this.socket = line.socket();
    this.answers = line.answers();
    this.orders = socket.getOutputStream();
  }

  /** To the app's process; its reader may have more in it than was asked for. */
  private record Line(Socket socket, BufferedReader answers) {}

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts an app with the user's framework, and does its script. */
  public static AppSession start(AppRequest request) throws IOException {
    return start(AppFramework.ofUser(), request, List.of());
  }

  /**
   * Starts an app, and does its script.
   *
   * @param options for the app's Java VM, behind Dexscope's own
   */
  public static AppSession start(AppFramework framework, AppRequest request, List<String> options)
      throws IOException {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    String word = HexFormat.of().formatHex(bytes);
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String variable = server.getLocalPort() + " " + word;
      AppProcess process =
          AppProcess.start(framework, request, options, Map.of(VARIABLE, variable));
      try {
        var session = new AppSession(request, process, accept(server, process, word));
        // The first answer is that of the start and its script.
        session.await("start");
        return session;
      } catch (IOException | RuntimeException e) {
        process.end();
        throw e;
      }
    }
  }

  /** Others on this machine do not know the word. */
  private static Line accept(ServerSocket server, AppProcess process, String word)
      throws IOException {
    server.setSoTimeout(LOOK);
    long end = System.nanoTime() + START.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      try {
        Socket socket = server.accept();
        socket.setSoTimeout(GREETING);
        BufferedReader answers = reader(socket);
        if (word.equals(answers.readLine())) {
          socket.setSoTimeout(0);
          return new Line(socket, answers);
        }
        socket.close();
      } catch (SocketTimeoutException e) {
        // The app may have ended meanwhile.
      }
    }
    throw new AppException("the app's process has not begun", START, "see what it printed");
  }

  /**
   * Does one step, and waits until the app has nothing left to do.
   *
   * @throws AppException when the step cannot be done, or the app has crashed of it
   */
  public void perform(String step) throws IOException {
    List<String> steps = Script.parse(step).text();
    for (String each : steps) {
      if (each.indexOf('\n') >= 0) {
        throw new AppException("a step of two lines", each, "give one after the other");
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

  /** Touches a view: {@code id/NAME}, {@code text/WORDS}, {@code desc/WORDS}. */
  public void tap(String target) throws IOException {
    perform("tap:" + escaped(target));
  }

  /** Sets the text of a field. */
  public void type(String target, String text) throws IOException {
    perform("text:" + escaped(target) + "=" + escaped(text));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace(";", "\\;");
  }

  /** The views of all windows as JSON, with the names of {@code uiautomator dump}. */
  public String tree() throws IOException {
    Path file = request.folder().resolve("tmp").resolve("tree.json");
    perform("tree:" + escaped(file.toString()));
    return Files.readString(file);
  }

  /** Draws all windows into a PNG file. */
  public void screenshot(Path file) throws IOException {
    perform("screenshot:" + escaped(file.toAbsolutePath().toString()));
  }

  /** Ends the app as if its steps were at their end; gives what happened to it. */
  public AppRun end() throws IOException {
    if (run == null) {
      socket.shutdownOutput();
      run = process.await();
    }
    return run;
  }

  /** Ends the app; its own files in {@code data} stay. */
  @Override
  public void close() throws IOException {
    try {
      end();
    } finally {
      socket.close();
      OutputFolder.delete(request.folder().resolve("tmp"));
    }
  }
}
