package dev.dexscope.device.process;

import dev.dexscope.device.control.ControlMessage;
import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.wire.Link;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A process of the device: a Java VM with a Dalvik VM in it. */
public final class VmProcess implements Tasks.App {
  private static final int INFO = 4;
  private static final int WARN = 5;
  private static final int MAIN_BUFFER = 0;

  /** Of Android's {@code log_id_t}. */
  private static final int SYSTEM_BUFFER = 3;

  private static final int LONGEST_LINE = 4000;
  private static final int SECONDS_TO_START = 60;
  private static final int SECONDS_TO_OBSERVE = 60;

  /**
   * Threads that read from a process or write to it. They are no virtual ones: those hold the core
   * that they wait on, so that two silent programs stop a device on a machine with two.
   */
  public static final ThreadFactory PIPES =
      Thread.ofPlatform().daemon().name("process pipe").factory();

  private final Process process;
  private final LogBuffer log;
  private final Path jdwpSocket;
  private final CompletableFuture<Link> control = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> listening = new CompletableFuture<>();
  private volatile @Nullable StartRequest request;
  private final BlockingQueue<ControlMessage.Observed> observed = new LinkedBlockingQueue<>();
  private final AppLine app = new AppLine(this::tell);
  private volatile String name = "<pre-initialized>";

  /** Whether its windows are to be on the screen. */
  private volatile boolean isShown;

  /** How many frames of the app were before the last reset of their statistics. */
  private volatile int framesBefore;

  VmProcess(Process process, LogBuffer log, Path jdwpSocket) {
    this.process = process;
    this.log = log;
    this.jdwpSocket = jdwpSocket;
    var _ = process.onExit().thenAccept(this::ended);
  }

  private void ended(Process gone) {
    IOException reason = new IOException("the process has ended with " + gone.exitValue());
    app.ended();
    observed.add(new ControlMessage.Observed(reason.getMessage() + ""));
    control.completeExceptionally(reason);
    listening.completeExceptionally(reason);
  }

  /** Its number, which is the host's. */
  public long pid() {
    return process.pid();
  }

  /** As {@code ps} shows it. */
  public String name() {
    return name;
  }

  /** Returns whether clients mean it by a name, its package or its number; by nothing, all. */
  public boolean isNamed(String wanted) {
    StartRequest asked = request;
    return wanted.isEmpty()
        || wanted.equals(name)
        || wanted.equals(pid() + "")
        || (asked != null && wanted.equals(asked.packageName()));
  }

  /** Returns its request; null for the one that waits. */
  public @Nullable StartRequest request() {
    return request;
  }

  /** Returns the line for steps to an app; a program has no steps. */
  public AppLine app() {
    return app;
  }

  /** How many frames of the app no longer count in statistics. */
  public int framesBefore() {
    return framesBefore;
  }

  /** Statistics begin anew after so many frames. */
  public void framesBefore(int count) {
    framesBefore = count;
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns whether monitors and debuggers may connect. */
  public boolean isListening() {
    return process.isAlive() && listening.isDone() && !listening.isCompletedExceptionally();
  }

  /** Its standard input. */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /** Its standard output. */
  public InputStream output() {
    return process.getInputStream();
  }

  /** Its error stream. */
  public InputStream errors() {
    return process.getErrorStream();
  }

  /** Serves its control connection until it ends. */
  void serve(
      Link link,
      Runnable changed,
      Consumer<ControlMessage.Place> moved,
      Function<String, byte[]> scripts) {
    control.complete(link);
    try {
      ControlMessage message;
      while ((message = ControlMessage.read(link)) != null) {
        switch (message) {
          case ControlMessage.Log entry -> log.add(entry.entry());
          case ControlMessage.Named named -> name = named.name();
          case ControlMessage.Listening _ -> listening.complete(null);
          case ControlMessage.Observed done -> observed.add(done);
          case ControlMessage.Displayed displayed -> displayed(displayed);
          case ControlMessage.Moved app -> moved.accept(app.place());
          case ControlMessage.Script script -> PIPES.newThread(() -> run(script, scripts)).start();
          default -> app.hear(message);
        }
        changed.run();
      }
    } catch (IOException | RuntimeException e) {
      // It has ended, or is no longer one of our processes.
    }
  }

  /** The line that Android's activity manager logs, by which people measure starts. */
  private void displayed(ControlMessage.Displayed message) {
    app.displayed(message);
    String text =
        (message.isFully() ? "Fully drawn " : "Displayed ")
            + message.activity()
            + ": "
            + duration(Duration.ofNanos(message.nanos()));
    long system = ProcessHandle.current().pid();
    log.add(
        new LogEntry(
            Instant.now(), SYSTEM_BUFFER, INFO, system, system, "ActivityTaskManager", text));
  }

  /** As Android writes it: {@code +1s234ms}. */
  static String duration(Duration time) {
    StringBuilder text = new StringBuilder("+");
    if (time.toHours() > 0) {
      text.append(time.toHours()).append('h');
    }
    if (time.toMinutes() > 0) {
      text.append(time.toMinutesPart()).append('m');
    }
    if (time.toSeconds() > 0) {
      text.append(time.toSecondsPart()).append('s');
    }
    return text.append(time.toMillisPart()).append("ms").toString();
  }

  private void run(ControlMessage.Script script, Function<String, byte[]> scripts) {
    try {
      tell(new ControlMessage.Output(script.number(), scripts.apply(script.text())));
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** Starts its program; the caller reads its output. */
  void begin(StartRequest asked) throws IOException {
    request = asked;
    name = asked.name();
    tell(new ControlMessage.Start(asked));
  }

  private void tell(ControlMessage message) throws IOException {
    tell(() -> message);
  }

  /** Messages are made in the order in which they are sent. */
  private void tell(Supplier<ControlMessage> message) throws IOException {
    try {
      Link link = control.get(SECONDS_TO_START, TimeUnit.SECONDS);
      synchronized (control) {
        link.write(message.get().toBytes());
      }
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException("process " + pid() + " has not started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Writes its output to the log, as a device does for apps. */
  public void logOutput() {
    PIPES.newThread(() -> log(output(), INFO, "System.out")).start();
    PIPES.newThread(() -> log(errors(), WARN, "System.err")).start();
    try {
      input().close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  private void log(InputStream from, int priority, String tag) {
    try (var in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      var line = new StringBuilder();
      int c;
      while ((c = in.read()) >= 0) {
        if (c == '\n' || line.length() == LONGEST_LINE) {
          add(priority, tag, line.toString());
          line.setLength(0);
        }
        if (c != '\n') {
          line.append((char) c);
        }
      }
      if (!line.isEmpty()) {
        add(priority, tag, line.toString());
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  private void add(int priority, String tag, String message) {
    log.add(new LogEntry(Instant.now(), MAIN_BUFFER, priority, pid(), pid(), tag, message));
  }

  /** A connection for a monitor or a debugger. */
  public Link connect() throws IOException {
    return LocalSockets.connect(jdwpSocket);
  }

  /** Waits until monitors and debuggers may connect, or it has ended. */
  public void awaitListening() throws IOException {
    try {
      listening.get(SECONDS_TO_START, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      // It has ended.
    } catch (TimeoutException e) {
      throw new IOException("process " + pid() + " has not started", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Lets it collect garbage: SIGUSR1 of Android. */
  public void collect() throws IOException {
    tell(new ControlMessage.Collect());
  }

  /** Lets it print its threads on its error stream: SIGQUIT. */
  public void dumpThreads() throws IOException {
    tell(new ControlMessage.DumpThreads());
  }

  /**
   * Lets it trace its methods, or write its heap; waits until it is done.
   *
   * @throws IOException if it cannot do that, or takes too long
   */
  public void observe(ControlMessage.Observe asked) throws IOException {
    synchronized (observed) {
      observed.clear();
      tell(asked);
      try {
        ControlMessage.Observed done = observed.poll(SECONDS_TO_OBSERVE, TimeUnit.SECONDS);
        if (done == null) {
          throw new IOException("process " + pid() + " does not answer");
        }
        if (!done.problem().isEmpty()) {
          throw new IOException(done.problem());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  /** Does not wait for the app, which may be starting; it gets the last state at last. */
  @Override
  public void show(boolean shown) {
    isShown = shown;
    Thread.ofVirtual()
        .start(() -> {
          try {
            tell(() -> new ControlMessage.Shown(isShown));
          } catch (IOException e) {
            // It has ended.
          }
        });
  }

  /** Ends it with its shutdown hooks. */
  public void end() {
    process.destroy();
  }

  /** Ends it at once. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Waits for its end; its exit code, that of shells where a signal has ended it. */
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  CompletableFuture<Process> onExit() {
    return process.onExit();
  }

  /** Returns when it began, and its CPU time. */
  public ProcessHandle.Info info() {
    return process.info();
  }
}
