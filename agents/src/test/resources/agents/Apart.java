import java.io.File;
import java.io.StringWriter;
import java.io.PrintWriter;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** An agent with code in a class loader of its own, and on the boot loader's search path. */
public class Apart {
  public static void premain(String jar, Instrumentation instrumentation) throws Exception {
    URL url = Path.of(jar).toUri().toURL();
    URLClassLoader own = new URLClassLoader(new URL[] {url}, null);
    System.out.println(
        "apart inherited " + (Inheriting.system() == Apart.class.getClassLoader()));
    own.loadClass("Apart$Seen").getMethod("show", String.class, URL.class).invoke(null, "own", url);
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(new File(jar)));
    Class.forName("Apart$Seen", true, null)
        .getMethod("show", String.class, URL.class)
        .invoke(null, "boot", url);
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      if (each.getName().startsWith("java.lang.invoke.Agent") || isOurs(each.getName())) {
        System.out.println("apart shown " + each);
      }
    }
  }

  private static boolean isOurs(String text) {
    return text.contains("dexscope");
  }

  private interface Named {
    String name();
  }

  private static class First implements Named {
    @Override
    public String name() {
      return "first";
    }
  }

  private static class Second implements Named {
    @Override
    public String name() {
      return "second";
    }
  }

  /** Calls what class loaders inherit. */
  private static class Inheriting extends URLClassLoader {
    Inheriting(URL url) {
      super(new URL[] {url}, null);
    }

    static ClassLoader system() {
      return getSystemClassLoader();
    }

    boolean hasResource() {
      return getSystemResource("Apart.class") != null;
    }
  }

  /** What is seen from there. */
  public static class Seen {
    public static void show(String where, URL url) throws Exception {
      // Two classes meet in a variable, around calls that are replaced.
      Named named = where.equals("own") ? new First() : new Second();
      System.out.println("apart " + named.name() + " boot " + (Seen.class.getClassLoader() == null));
      StringWriter printed = new StringWriter();
      new IllegalStateException().printStackTrace(new PrintWriter(printed, true));
      List<String> stacks =
          List.of(
              of(Stream.of(new IllegalStateException().getStackTrace())),
              of(Stream.of(Thread.currentThread().getStackTrace())),
              of(Thread.getAllStackTraces().values().stream().flatMap(Stream::of)),
              StackWalker.getInstance()
                  .walk(frames -> of(frames.map(StackWalker.StackFrame::toStackTraceElement))),
              of(
                  Stream.of(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
                      .flatMap(each -> Stream.of(each.getStackTrace()))),
              of(printed.toString().lines()),
              of(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()));
      System.out.println("apart stacks " + stacks);
      ClassLoader system = ClassLoader.getSystemClassLoader();
      System.out.println("apart system " + system.loadClass("Apart").getName());
      System.out.println("apart ours " + isFound(system, "dev.dexscope.vm.Vm"));
      System.out.println("apart program " + isFound(system, "Subject"));
      try (var loader = new URLClassLoader(new URL[] {url})) {
        System.out.println("apart parent " + (loader.getParent() == system));
      }
      System.out.println("apart resource " + (ClassLoader.getSystemResource("Apart.class") != null));
      try (var loader = new Inheriting(url)) {
        System.out.println(
            "apart inherited " + (Inheriting.system() == system) + " " + loader.hasResource());
      }
      System.out.println(
          "apart threads "
              + (ManagementFactory.getThreadMXBean().getThreadCount()
                  <= Thread.getAllStackTraces().size() + 1));
    }

    /** What is ours among them, and whether the agent's beginning is. */
    private static String of(Stream<?> lines) {
      List<String> all = lines.map(Object::toString).toList();
      return all.stream().filter(Apart::isOurs).toList()
          + " "
          + all.stream().filter(each -> each.contains("Apart.premain")).count();
    }

    private static boolean isFound(ClassLoader loader, String name) {
      try {
        loader.loadClass(name);
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }
  }
}
