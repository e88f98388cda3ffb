package dev.dexscope.vm;

import dalvik.system.PathClassLoader;
import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.process.ShutdownHook;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.ProgramTime;
import dev.dexscope.vm.debug.ProgramCode;
import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.instrument.PlatformCalls;
import dev.dexscope.vm.load.DexPath;
import dev.dexscope.vm.load.DexPaths;
import dev.dexscope.vm.load.PlatformPart;
import dev.dexscope.vm.runtime.GuestThreads;
import dev.dexscope.vm.runtime.HeapReserve;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.MainThread;
import dev.dexscope.vm.runtime.Messages;
import dev.dexscope.vm.runtime.NativeFiles;
import dev.dexscope.vm.runtime.NativeStubs;
import dev.dexscope.vm.runtime.NetworkGuard;
import dev.dexscope.vm.runtime.OwnWork;
import dev.dexscope.vm.runtime.ProgramClock;
import dev.dexscope.vm.runtime.ProgramEnd;
import dev.dexscope.vm.runtime.ProgramHeap;
import dev.dexscope.vm.runtime.ProgramProperties;
import dev.dexscope.vm.runtime.StackTraces;
import dev.dexscope.vm.runtime.ThreadStarts;
import dev.dexscope.vm.runtime.VmContext;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The Dalvik VM: runs the main method of a class in dex files. There is one in a process, because
 * what programs see as the machine (properties, standard streams, shutdown) is the process's.
 *
 * <pre>{@code
 * Vm vm = Vm.start(Engine.TRANSLATED, new Observation());
 * int exitCode = vm.run(new Program(List.of(Path.of("hello.jar")), "Hello"), Map.of(), args);
 * }</pre>
 */
public final class Vm {
  /** As on Android; the interpreter needs several host frames for each of the program's. */
  private static final long MAIN_STACK = 8L << 20;

  private static final long INTERPRETER_STACK = 64L << 20;

  private final Engine engine;
  private final DexPaths code;
  private final VmObserver observer;
  private @Nullable Platform platform;

  private Vm(Engine engine, DexPaths code, VmObserver observer) {
    this.engine = engine;
    this.code = code;
    this.observer = observer;
  }

  private static Function<Verifier, ClassTranslator> translators(Engine engine) {
    return engine == Engine.INTERPRETED
        ? ClassTranslator::interpreting
        : ClassTranslator::translating;
  }

  /**
   * Starts the VM; translated classes are kept in the user's cache folder. Programs have the
   * platform of this process ({@link Platform}).
   */
  public static Vm start(Engine engine, VmObserver observer) {
    Path cache = CacheFolder.ofUser();
    Platform platform = Platform.ofProcess();
    if (platform == null) {
      return start(engine, cache, observer);
    }
    try {
      Vm vm = start(engine, cache, platform.framework(), observer);
      vm.platform = platform;
      platform.begin();
      return vm;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts the VM.
   *
   * @param cacheFolder where translated classes are kept for the next run; null for nowhere
   */
  public static Vm start(Engine engine, @Nullable Path cacheFolder, VmObserver observer) {
    var code = new DexPaths(engine.name(), translators(engine), cacheFolder);
    return begin(new Vm(engine, code, observer), PlatformCalls.NONE);
  }

  /**
   * Starts the VM with a whole framework as the platform of its programs.
   *
   * <pre>{@code
   * Vm vm = Vm.start(Engine.TRANSLATED, CacheFolder.ofUser(), framework, new Observation());
   * ClassLoader app = vm.load(List.of(Path.of("app.apk")), null);
   * }</pre>
   */
  public static Vm start(
      Engine engine, @Nullable Path cacheFolder, Framework framework, VmObserver observer) {
    var part = new PlatformPart(framework.loader(), framework.shown());
    var code =
        new DexPaths(
            engine.name(),
            translators(engine),
            cacheFolder,
            part,
            framework.level(),
            framework.version());
    Vm vm = begin(new Vm(engine, code, observer), code.frameworkCalls());
    // The process itself keeps its own: the framework's host reads them.
    ProgramProperties.show(AndroidProperties.all());
    return vm;
  }

  private static Vm begin(Vm vm, PlatformCalls calls) {
    var context = new VmContext(vm.code, vm.observer.services());
    context.part(Vm.class, () -> vm);
    context.part(PlatformCalls.class, () -> calls);
    CurrentVm.set(context);
    vm.observer.vmStarted();
    return vm;
  }

  /**
   * Makes a program's class loader, which becomes the system's: for a framework that runs the
   * program by its own rules, instead of {@link #run}.
   *
   * @param libraries folders of native libraries, or null
   * @throws DexFormatException when a file is no dex file
   * @throws IOException if it cannot be read
   */
  public ClassLoader load(List<Path> classPath, @Nullable String libraries) throws IOException {
    PathClassLoader loader = loader(classPath, libraries);
    Linkage.setSystemClassLoader(loader);
    return loader;
  }

  private PathClassLoader loader(List<Path> classPath, @Nullable String libraries)
      throws IOException {
    var loader = new PathClassLoader(path(classPath), libraries, code.platformLoader());
    dexPath(loader).check();
    return loader;
  }

  private DexPath dexPath(ClassLoader loader) {
    DexPath path = code.codeOf(loader);
    if (path == null) {
      throw new IllegalStateException("another VM has been started");
    }
    return path;
  }

  private static String path(List<Path> classPath) {
    List<String> names = new ArrayList<>();
    for (Path each : classPath) {
      names.add(each.toString());
    }
    return String.join(File.pathSeparator, names);
  }

  /**
   * Makes native methods of classes that are loaded from now on return 0 or null, and libraries
   * seem to exist.
   *
   * @param listener receives each method and library when it is first called or loaded
   */
  public static void stubNatives(Consumer<String> listener) {
    NativeStubs.begin(listener);
  }

  /**
   * Sets what finds the file to load for a native library that the program loads by its path.
   *
   * @param finder returns the same path for one that is to be loaded as it is
   */
  public static void findNatives(UnaryOperator<String> finder) {
    NativeFiles.begin(finder);
  }

  /** Saves translations for the next run; for programs loaded by {@link #load}. */
  public void saveTranslations() {
    code.saveCaches();
  }

  /**
   * The code of all class loaders of the VM that runs.
   *
   * @throws IllegalStateException when no VM has been started
   */
  public static ProgramCode code() {
    return VmContext.current().part(Vm.class, Vm::none).code;
  }

  private static Vm none() {
    throw new IllegalStateException("no VM has been started");
  }

  /** Sets what is called when an app ends its process by {@code System.exit}, on its thread. */
  public static void onExit(Runnable action) {
    ProgramEnd.onExit(action);
  }

  /**
   * Sets how the program sees frames of its host, such as a framework's, in stack traces.
   *
   * @param view returns the frames of a trace that it sees, innermost first
   */
  public static void viewFrames(UnaryOperator<StackTraceElement[]> view) {
    StackTraces.viewBy(view);
  }

  /** Returns an exception that ends a program in ART's words: the same, or another. */
  public static Throwable worded(Throwable thrown) {
    return Messages.adapt(thrown);
  }

  /** Prints a stack trace as the program sees it. */
  public static void printStackTrace(Throwable thrown, PrintStream out) {
    StackTraces.print(thrown, out);
  }

  /** Sets the time that the program reads and in which it waits. */
  public static void setTime(ProgramTime time) {
    ProgramClock.set(time);
  }

  /**
   * Sets what refuses the network to a thread of the program, by an exception: it is called on each
   * that is about to connect, or to look up a name.
   */
  public static void guardNetwork(Runnable check) {
    NetworkGuard.set(check);
  }

  /** Sets which hosts a program may reach without encryption, by HTTP. */
  public static void guardHosts(Predicate<String> hosts) {
    NetworkGuard.setHosts(hosts);
  }

  /** Sets a system property that the program sees, while the process keeps its own. */
  public static void showProperty(String name, String value) {
    ProgramProperties.show(name, value);
  }

  /**
   * Sets the most that the program's heap can grow to, as the program measures it.
   *
   * @param base what is in the process's heap without the program
   */
  public static void limitHeap(long bytes, long base) {
    ProgramHeap.limit(bytes, base);
  }

  /** Keeps memory for those who handle that there is none. It is called now and then. */
  public static void saveHeap() {
    HeapReserve.save();
  }

  /** Frees that memory: there is no other. */
  public static void spendHeap() {
    HeapReserve.spend();
  }

  /** Returns how much of its heap the program has taken, garbage included. */
  public static long usedHeap() {
    return ProgramHeap.used();
  }

  /** Returns the time of day that the program reads, in milliseconds since the epoch. */
  public static long timeOfDay() {
    return ProgramClock.time().currentTimeMillis();
  }

  /** Returns whether the interpreter runs all dex code. */
  public static boolean isInterpreting() {
    return VmContext.current().part(Vm.class, Vm::none).engine == Engine.INTERPRETED;
  }

  /** Returns whether a loader's classes are of dex code. */
  public static boolean isGuest(@Nullable ClassLoader loader) {
    return loader != null && Linkage.code(loader) != null;
  }

  /** Returns whether a thread is the program's. */
  public static boolean isGuest(Thread thread) {
    return GuestThreads.isGuest(thread);
  }

  /** Returns the program's living threads. */
  public static List<Thread> guestThreads() {
    return GuestThreads.living().stream().filter(GuestThreads::isGuest).toList();
  }

  /** Returns whether programs and agents see a thread, which excludes threads of the host. */
  public static boolean isShown(Thread thread) {
    return GuestThreads.isShown(thread);
  }

  /** Returns whether a thread group is the program's first one, or below it. */
  public static boolean isGuest(ThreadGroup group) {
    return GuestThreads.isGuest(group);
  }

  /** Returns whether programs see frames of a platform's class, by its name, in stack traces. */
  public static boolean isShownInStacks(String name) {
    return !StackTraces.isHidden(name);
  }

  /** Sets the observer of the program's start and end. */
  public static void attend(ProgramObserver who) {
    Attendance.ofVm().observer = who;
  }

  /** Returns the observer of the program's start and end. */
  public static ProgramObserver attending() {
    return Attendance.ofVm().observer;
  }

  /** Returns whether the process has begun to run a program. */
  public static boolean hasProgram() {
    return Linkage.hasProgram();
  }

  /** The class loader of the program that runs. */
  public static ClassLoader programLoader() {
    return Linkage.getSystemClassLoader();
  }

  /**
   * Returns whether methods called {@code run} of a class have called the program's first method:
   * there is nothing of the program's below them.
   */
  public static boolean isLauncher(Class<?> type) {
    return Launcher.class.isAssignableFrom(type);
  }

  /** Sets a listener for the VM's own work on threads of the program. */
  public static void tellOfOwnWork(Runnable begin, Runnable end) {
    OwnWork.tell(
        new OwnWork() {
          @Override
          public void begin() {
            begin.run();
          }

          @Override
          public void end() {
            end.run();
          }
        });
  }

  /**
   * Returns the JDK's instrumentation, which sees the class files of translated dex classes, and
   * ours.
   *
   * @throws IOException if the JVM does not load agents
   */
  public static Instrumentation instrumentation() throws IOException {
    return LoadedClasses.instrumentation();
  }

  /** At the program's end. */
  private void finish() throws IOException {
    attending().ended();
    try {
      observer.programEnded();
    } finally {
      code.saveCaches();
    }
  }

  /** Called when the process is about to end: errors are only printed. */
  private void finishAtShutdown() {
    try {
      finish();
    } catch (IOException e) {
      System.err.println("dexscope: the trace cannot be written: " + e.getMessage());
    }
  }

  /**
   * Runs a program and waits for its threads, or until it exits; its shutdown hooks have run then.
   * Afterwards the process is as it was before: system properties, standard streams, handlers of
   * uncaught exceptions, shutdown hooks.
   *
   * @param program the program
   * @param properties system properties that the program sees; {@code java.library.path} lists the
   *     folders of its native libraries
   * @return the exit code: the program's own, else 1 after an uncaught exception of the main thread
   * @throws DexFormatException if a file is not a dex file
   * @throws NoMainClassException if the class to run cannot be determined
   * @throws IOException also if the program has ended, but its trace could not be written
   */
  public int run(Program program, Map<String, String> properties, String... args)
      throws IOException {
    code.setResources(program.resources());
    PathClassLoader loader = loader(program.classPath(), properties.get("java.library.path"));
    if (platform != null) {
      platform.runs(loader);
    }
    String named = program.mainClass();
    var launcher =
        new MainMethod(
            named == null ? dexPath(loader).mainClass(Program::mainClass) : named,
            program.warmups());
    observer.programBegins();
    Closeable end = this::finish;
    try (end;
        var _ = new HostState();
        var _ = ShutdownHook.add("end of the program", this::finishAtShutdown)) {
      HostProperties.hide();
      System.setProperty("java.class.path", path(program.classPath()));
      HostProperties.setCommand(launcher.className(), args);
      properties.forEach(System::setProperty);
      int exitCode = run(launcher, loader, properties, args);
      // The observer of the end still sees the program's properties.
      attending().ended();
      return exitCode;
    }
  }

  /**
   * Translates the classes that a program's main class leads to, for a run that is to be measured.
   * Does nothing if an earlier run has kept what it needed. Classes are not loaded by it.
   *
   * @param most how many classes, the nearest ones first
   * @throws DexFormatException if a file is not a dex file
   * @throws NoMainClassException if the class to run cannot be determined
   * @throws IOException if a file cannot be read
   */
  public void translate(Program program, int most) throws IOException {
    DexPath path = dexPath(loader(program.classPath(), null));
    String named = program.mainClass();
    path.translateFrom(named == null ? path.mainClass(Program::mainClass) : named, most);
    code.saveCaches();
  }

  private int run(
      Launcher launcher, ClassLoader loader, Map<String, String> properties, String[] args) {
    var failed = new AtomicBoolean();
    var threads = new GuestThreads(GuestThreads.root());
    Linkage.setSystemClassLoader(loader);
    long stack = engine == Engine.INTERPRETED ? INTERPRETER_STACK : MAIN_STACK;
    ProgramObserver observer = attending();
    var beginning = new Beginning(launcher, loader, properties, args, observer, failed);
    var main = new MainThread(threads, beginning, stack);
    main.setContextClassLoader(loader);
    ProgramEnd end = ProgramEnd.begin();
    ThreadStarts.start(main);
    awaitThreads(end);
    return end.finish(failed.get() ? 1 : 0);
  }

  /**
   * The work of the program's first thread. Not a lambda expression: its frames would be below all
   * of the program's, and in every stack walk.
   *
   * @param failed set when an exception ends it, whoever handles that then
   */
  private record Beginning(
      Launcher launcher,
      ClassLoader loader,
      Map<String, String> properties,
      String[] arguments,
      ProgramObserver observer,
      AtomicBoolean failed)
      implements Runnable {
    @Override
    public void run() {
      try {
        if (observer.begins(loader)) {
          // Agents have read which Java VM this is; to the program it is Android's.
          AndroidProperties.set();
          HostProperties.hideCommand();
          properties.forEach(System::setProperty);
          launcher.run(loader, arguments);
        }
      } catch (Throwable e) {
        failed.set(true);
        Beginning.<RuntimeException>rethrow(e);
      }
    }

    /** Rethrows the program's exceptions to the thread's handler unchanged. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }

  /** A system property that the launcher has set, while a program runs that does not see it. */
  public static @Nullable String hostProperty(String name) {
    return HostProperties.get(name);
  }

  /** A group for a program's threads, for a framework that starts them itself. */
  public static ThreadGroup newThreadGroup() {
    return new GuestThreads(GuestThreads.root());
  }

  /**
   * Ends the running program as if it had called {@code System.exit}: {@link #run} returns when its
   * shutdown hooks have run.
   */
  public static void end(int exitCode) {
    ProgramEnd.request(exitCode);
  }

  /**
   * As a Java VM waits before it ends: until only daemon threads are left, and those that the
   * framework has started for itself.
   */
  private void awaitThreads(ProgramEnd end) {
    while (!end.isReached()) {
      List<Thread> awaited = otherThreads();
      if (platform != null) {
        awaited.removeIf(platform::isOwn);
      }
      if (awaited.isEmpty()) {
        return;
      }
      for (Thread each : awaited) {
        join(each, end);
      }
    }
  }

  /**
   * Returns whether the process would end with the current thread; a program may still have running
   * threads.
   */
  public static boolean isAlone() {
    return otherThreads().isEmpty();
  }

  private static List<Thread> otherThreads() {
    List<Thread> others = new ArrayList<>();
    for (Thread each : GuestThreads.living()) {
      if (!each.isDaemon() && each.threadId() != Thread.currentThread().threadId()) {
        others.add(each);
      }
    }
    return others;
  }

  @SuppressWarnings(
      "ThreadJoinLoop") // Guava is no dependency, and the interrupt ends the loop if it is for us.
  private static void join(Thread thread, ProgramEnd end) {
    while (thread.isAlive() && !end.isReached()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        // By the end, or by a guest that found this thread: then the program still runs.
      }
    }
  }
}
