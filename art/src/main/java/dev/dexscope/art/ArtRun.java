package dev.dexscope.art;

import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.base.process.Blocking;
import dev.dexscope.base.process.ShutdownHook;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A program on Android's runtime, in a process of its own, which ends with this one.
 *
 * <pre>{@code
 * int exitCode = ArtRun.of(Art.required(), List.of(Path.of("hello.jar")), "Hello").run();
 * }</pre>
 *
 * @param classPath dex files and archives of them
 * @param mainClass the class whose main method is called
 * @param arguments the program's
 * @param options the runtime's, such as {@code -Xmx512m}
 * @param isAndroid whether Android's classes are among those that it starts with
 * @param isCompiled whether methods that are hot are compiled; otherwise all are interpreted
 * @param trace the trace that it writes; null for none
 */
public record ArtRun(
    Art art,
    List<Path> classPath,
    String mainClass,
    List<String> arguments,
    List<String> options,
    boolean isAndroid,
    boolean isCompiled,
    @Nullable ArtTrace trace) {
  private static final String LOG_TAGS = "ANDROID_LOG_TAGS";
  private static final String AGENT = "-agentpath:";

  /** For what is still in the pipe when the program has ended. */
  private static final Duration LAST_MESSAGES = Duration.ofSeconds(5);

  public ArtRun {
    classPath = List.copyOf(classPath);
    arguments = List.copyOf(arguments);
    options = List.copyOf(options);
  }

  /** A program without arguments, whose hot methods are compiled. */
  public static ArtRun of(Art art, List<Path> classPath, String mainClass) {
    return new ArtRun(art, classPath, mainClass, List.of(), List.of(), false, true, null);
  }

  /** Returns this run with arguments of the program. */
  public ArtRun withArguments(List<String> wanted) {
    return new ArtRun(art, classPath, mainClass, wanted, options, isAndroid, isCompiled, trace);
  }

  /** Returns this run with more options of the runtime. */
  public ArtRun withOptions(List<String> more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(more);
    return new ArtRun(art, classPath, mainClass, arguments, all, isAndroid, isCompiled, trace);
  }

  /** Returns this run with system properties of the program. */
  public ArtRun withProperties(Map<String, String> properties) {
    return withOptions(
        properties.entrySet().stream()
            .map(each -> "-D" + each.getKey() + "=" + each.getValue())
            .toList());
  }

  /** Returns this run with or without the compiler. */
  public ArtRun compiled(boolean wanted) {
    return new ArtRun(art, classPath, mainClass, arguments, options, isAndroid, wanted, trace);
  }

  /** Returns this run with Android's classes, and what they do without a phone. */
  public ArtRun withAndroid() {
    return new ArtRun(art, classPath, mainClass, arguments, options, true, isCompiled, trace);
  }

  /** Returns this run with a trace. */
  public ArtRun traced(@Nullable ArtTrace wanted) {
    return new ArtRun(art, classPath, mainClass, arguments, options, isAndroid, isCompiled, wanted);
  }

  /**
   * Returns this run with a native agent.
   *
   * @param agent its library, and behind {@code =} its options if it has any
   */
  public ArtRun withAgent(String agent) {
    List<String> more = new ArrayList<>();
    String plugin = "-Xplugin:" + art.lib().resolve("libopenjdkjvmti.so");
    if (!options.contains(plugin)) {
      more.add(plugin);
    }
    more.add(AGENT + agent);
    return withOptions(more);
  }

  private boolean hasAgents() {
    return options.stream().anyMatch(each -> each.startsWith(AGENT));
  }

  /**
   * Runs the program with this process's streams.
   *
   * @return its exit code
   * @throws MissingToolException if an agent cannot be loaded
   * @throws IOException if it cannot be started
   */
  public int run() throws IOException {
    ProcessBuilder builder = prepare().inheritIO();
    if (!hasAgents()) {
      return awaited(builder.start());
    }
    boolean isLogShown = System.getenv(LOG_TAGS) != null;
    if (!isLogShown) {
      builder.environment().put(LOG_TAGS, AgentMessages.LEVEL);
    }
    Process process = builder.redirectError(ProcessBuilder.Redirect.PIPE).start();
    var messages = new AgentMessages(System.err, isLogShown);
    var failure =
        new FutureTask<@Nullable String>(() -> {
          String reason = messages.copy(process.getErrorStream());
          if (reason != null) {
            end(process);
          }
          return reason;
        });
    Thread.ofPlatform().daemon().name("messages of the runtime").start(failure);
    int exitCode = awaited(process);
    String reason = result(failure);
    if (reason != null) {
      throw new MissingToolException(
          "Android's runtime cannot load the agent", reason, "see docs/art.md");
    }
    return exitCode;
  }

  /** Returns why an agent could not be loaded; null if nothing was reported. */
  private static @Nullable String result(FutureTask<@Nullable String> failure) throws IOException {
    try {
      return failure.get(LAST_MESSAGES.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      throw new IOException("standard error cannot be copied", e);
    } catch (TimeoutException e) {
      return null; // A process that it has started writes there still.
    }
  }

  private static int awaited(Process process) throws IOException {
    try {
      return await(process);
    } finally {
      end(process);
    }
  }

  /**
   * Waits until a started run ends.
   *
   * @return its exit code
   * @throws IOException if this thread is interrupted
   */
  public static int await(Process process) throws IOException {
    try (var _ = ShutdownHook.add("end of the runtime", () -> end(process))) {
      return Blocking.call(process::waitFor);
    }
  }

  /** Ends it together with the processes that it has started. */
  public static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Returns the process to start; its streams are pipes. */
  public ProcessBuilder prepare() {
    var builder = new ProcessBuilder(command());
    Map<String, String> environment = builder.environment();
    environment.put("ANDROID_ROOT", part("system"));
    environment.put("ANDROID_DATA", part("data"));
    environment.put("ANDROID_ART_ROOT", part(""));
    environment.put("ANDROID_I18N_ROOT", part("i18n"));
    environment.put("ANDROID_TZDATA_ROOT", part("tz"));
    // Its own messages are Android's log, which a program's user has not asked for.
    environment.putIfAbsent(LOG_TAGS, "*:f");
    environment.merge(
        "LD_LIBRARY_PATH", art.lib().toString(), (old, own) -> own + File.pathSeparator + old);
    return builder;
  }

  private String part(String name) {
    return art.folder().resolve(name).toString();
  }

  private List<String> command() {
    List<String> words = new ArrayList<>(List.of(art.lib().resolve("launcher").toString()));
    if (isAndroid) {
      words.add("-a");
    }
    if (trace != null) {
      words.addAll(List.of("-t", trace.word()));
    }
    words.add("--");
    String boot = art.bootClassPath(isAndroid);
    words.add("-Xbootclasspath:" + boot);
    words.add("-Xbootclasspath-locations:" + boot);
    // There is no image of the classes that it starts with: the name has to be one all the same.
    words.add("-Ximage:" + part("boot/none.art"));
    words.add("-Xnoimage-dex2oat");
    words.add("-Xusejit:" + isCompiled);
    words.add(
        "-Djava.class.path="
            + classPath.stream()
                .map(each -> each.toAbsolutePath().toString())
                .collect(Collectors.joining(":")));
    words.addAll(options);
    words.add("--");
    words.add(mainClass);
    words.addAll(arguments);
    return words;
  }
}
