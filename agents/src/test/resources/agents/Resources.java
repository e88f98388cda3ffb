import java.io.File;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;

/** Uses up what it can: room for an array, virtual threads, classes that go again. */
public final class Resources {
  static Object kept;

  /** Runs in a loader of its own. */
  public static final class Hot implements Runnable {
    static int hash(int from) {
      int hash = from;
      for (int i = 0; i < 1000; i++) {
        hash = 31 * hash + i;
      }
      return hash;
    }

    @Override
    public void run() {
      int hash = 0;
      for (int i = 0; i < 20_000; i++) {
        hash += hash(i);
      }
      System.out.println("program hash " + hash);
    }
  }

  private static void tooLarge() {
    try {
      kept = new long[Integer.MAX_VALUE];
      System.out.println("program room");
    } catch (OutOfMemoryError e) {
      System.out.println("program refused");
    }
  }

  private static void virtualThread() throws Exception {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    Runnable task = () -> System.out.println("program virtual");
    ((Thread) start.invoke(null, task)).join();
  }

  private static ClassLoader loader() throws Exception {
    String path = System.getProperty("java.class.path");
    try {
      return (ClassLoader)
          Class.forName("dalvik.system.PathClassLoader")
              .getConstructor(String.class, ClassLoader.class)
              .newInstance(path, ClassLoader.getSystemClassLoader().getParent());
    } catch (ClassNotFoundException e) {
      return new java.net.URLClassLoader(
          new java.net.URL[] {new File(path).toURI().toURL()}, null);
    }
  }

  private static WeakReference<ClassLoader> compiled() throws Exception {
    ClassLoader loader = loader();
    Class<?> hot = loader.loadClass("Resources$Hot");
    ((Runnable) hot.getConstructor().newInstance()).run();
    return new WeakReference<>(loader);
  }

  public static void main(String[] args) throws Exception {
    tooLarge();
    virtualThread();
    WeakReference<ClassLoader> loader = compiled();
    // A thread of the VM's own keeps its classes until it has been idle for a second.
    long end = System.nanoTime() + 30_000_000_000L;
    for (int i = 0; i < 3 || (isThere(loader) && System.nanoTime() < end); i++) {
      System.gc();
    }
    System.out.println("loader " + (isThere(loader) ? "stays" : "gone"));
  }

  /** In a frame of its own: a register would go on to hold the loader. */
  private static boolean isThere(WeakReference<ClassLoader> loader) {
    return loader.get() != null;
  }
}
