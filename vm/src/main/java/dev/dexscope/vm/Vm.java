package dev.dexscope.vm;

import dalvik.system.PathClassLoader;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.trace.MethodTracing;
import dev.dexscope.vm.trace.TraceRequest;
import dev.dexscope.vm.translate.Engine;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The Dalvik VM: runs the main method of a class in dex files. There is one in a process, because
 * what programs see as the machine (properties, standard streams, shutdown) is the process's.
 *
 * <pre>{@code
 * Vm vm = Vm.start(Engine.TRANSLATED);
 * int exitCode = vm.run(List.of(Path.of("hello.jar")), "Hello", args);
 * }</pre>
 */
public final class Vm {
  /** As on Android; the interpreter needs several host frames for each of the program's. */
  private static final long MAIN_STACK = 8L << 20;

  private static final long INTERPRETER_STACK = 64L << 20;
  private static final String MAIN = "main";

  private final Engine engine;
  private final BootLoader boot = new BootLoader();

  private Vm(Engine engine) {
    this.engine = engine;
  }

  /** Starts the VM. */
  public static Vm start(Engine engine) {
    var vm = new Vm(engine);
    Linkage.start(vm.new Services());
    MethodTracing.guests(
        loader -> loader != null && Linkage.code(loader) != null, new TracedFrames()::method);
    return vm;
  }

  /**
   * Traces all calls of the program from its start to its end, however it ends.
   *
   * @param file where the trace goes; it appears at the end
   */
  public void trace(TraceRequest request, Path file) throws IOException {
    MethodTracing.start(request, file);
    Runtime.getRuntime().addShutdownHook(new Thread(Vm::endTrace, "end of trace"));
  }

  private static void endTrace() {
    try {
      MethodTracing.stop();
    } catch (IOException e) {
      System.err.println("dexscope: the trace cannot be written: " + e.getMessage());
    }
  }

  /** The methods of stack frames, each found once. */
  private static final class TracedFrames {
    private final Map<StackTraceElement, Optional<Method>> known = new ConcurrentHashMap<>();

    @Nullable Method method(StackTraceElement frame) {
      return known.computeIfAbsent(frame, TracedFrames::find).orElse(null);
    }

    private static Optional<Method> find(StackTraceElement frame) {
      for (GuestCode code : Linkage.allCode()) {
        Method method = code instanceof DexPath path ? path.method(frame) : null;
        if (method != null) {
          return Optional.of(method);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Runs a program and waits for its threads.
   *
   * @param classPath dex files and archives of them
   * @param mainClass as in {@link Class#forName(String)}
   * @return the exit code: 1 after an uncaught exception of the main thread
   * @throws DexFormatException when a file is no dex file
   */
  public int run(List<Path> classPath, String mainClass, String... args) throws IOException {
    String path = String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList());
    AndroidProperties.set(classPath);
    var loader = new PathClassLoader(path, boot);
    var failed = new AtomicBoolean();
    var threads =
        new GuestThreads(
            rootGroup(), (thread, _) -> failed.compareAndSet(false, thread.getName().equals(MAIN)));
    long stack = engine == Engine.INTERPRETED ? INTERPRETER_STACK : MAIN_STACK;
    Thread main = MainThread.create(threads, loader, mainClass, args, stack);
    main.start();
    awaitThreads();
    return failed.get() ? 1 : 0;
  }

  private static ThreadGroup rootGroup() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root;
  }

  /** As a Java VM waits before it ends: until only daemon threads are left. */
  private static void awaitThreads() {
    ThreadGroup root = rootGroup();
    boolean waited = true;
    while (waited) {
      waited = false;
      Thread[] threads = new Thread[root.activeCount() + 8];
      int count = root.enumerate(threads);
      for (int i = 0; i < count; i++) {
        if (!threads[i].isDaemon() && !threads[i].equals(Thread.currentThread())) {
          waited = true;
          join(threads[i]);
        }
      }
    }
  }

  @SuppressWarnings("ThreadJoinLoop") // Guava is no dependency, and the interrupt is not for us.
  private static void join(Thread thread) {
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        // A guest found this thread and interrupted it: the program still runs.
      }
    }
  }

  /** What class loaders ask for. */
  private final class Services implements Linkage.Vm {
    @Override
    public GuestCode open(String path, ClassLoader parent) {
      List<DexFile> files = new ArrayList<>();
      List<Path> archives = new ArrayList<>();
      var description = new StringBuilder();
      for (String each : path.split(File.pathSeparator)) {
        if (each.isEmpty()) {
          continue;
        }
        Path file = Path.of(each);
        archives.add(file);
        try {
          files.addAll(DexFile.open(file));
          String kind = each.endsWith(".dex") ? "dex file" : "zip file";
          description
              .append(description.isEmpty() ? "" : ", ")
              .append(kind)
              .append(" \"")
              .append(each)
              .append('"');
        } catch (IOException | DexFormatException e) {
          // As on Android: the file may come later, or never be needed.
        }
      }
      return new DexPath(description.toString(), files, archives, parent, boot, engine);
    }

    @Override
    public GuestCode open(List<ByteBuffer> buffers, ClassLoader parent) {
      List<DexFile> files = new ArrayList<>();
      var description = new StringBuilder();
      for (ByteBuffer each : buffers) {
        byte[] bytes = new byte[each.remaining()];
        each.duplicate().get(bytes);
        files.addAll(DexFile.parse("InMemoryDexFile", bytes));
        description.append(description.isEmpty() ? "" : ", ").append("InMemoryDexFile[cookie=[]]");
      }
      return new DexPath(description.toString(), files, List.of(), parent, boot, engine);
    }

    @Override
    public ClassLoader bootLoader() {
      return boot;
    }
  }
}
