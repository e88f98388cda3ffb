package truth;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Methods that are called by others than their callers. */
final class Reflection {
  private Reflection() {}

  static final class Invokes {
    Invokes(int i) {
      Work.some(1);
      target(i);
    }

    static void target(int i) {
      Work.some(1);
      if (i > 0) {
        throw new IllegalStateException();
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws Exception {
      Method method = Invokes.class.getDeclaredMethod("target", int.class);
      Constructor<Invokes> constructor = Invokes.class.getDeclaredConstructor(int.class);
      for (int i = 0; i < 3; i++) {
        try {
          method.invoke(null, i);
          after();
        } catch (InvocationTargetException e) {
          after();
        }
        try {
          constructor.newInstance(i);
          after();
        } catch (InvocationTargetException e) {
          after();
        }
        after();
      }
    }
  }

  static final class Proxies implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
      Work.some(1);
      if (method.getName().equals("compare")) {
        if (args[0].equals("x") || args[1].equals("x")) {
          throw new ClassCastException();
        }
        return ((String) args[0]).compareTo((String) args[1]);
      }
      throw new Exception();
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    @SuppressWarnings("unchecked")
    static void go() {
      Object proxy =
          Proxy.newProxyInstance(
              Proxies.class.getClassLoader(),
              new Class<?>[] {Comparator.class, Runnable.class},
              new Proxies());
      try {
        ((Runnable) proxy).run();
      } catch (RuntimeException e) {
        after();
      }
      TreeSet<String> set = new TreeSet<>((Comparator<String>) proxy);
      set.add("a");
      set.add("b");
      set.equals(new HashSet<>(Arrays.asList("a", "x")));
      after();
    }
  }

  static final class Handles {
    static Object target(String text) {
      Work.some(text.length());
      if (text.length() > 1) {
        throw new IllegalStateException();
      }
      return text;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws Throwable {
      MethodHandle handle =
          MethodHandles.lookup()
              .findStatic(
                  Handles.class, "target", MethodType.methodType(Object.class, String.class));
      for (String each : new String[] {"a", "bc", "d"}) {
        try {
          handle.invokeWithArguments(each);
          after();
        } catch (IllegalStateException e) {
          after();
        }
      }
    }
  }

  public static class Services implements Runnable {
    public Services() {
      Work.some(1);
      Work.some(2);
    }

    @Override
    public void run() {
      Work.some(1);
      Work.some(2);
    }

    public static final class Bad extends Services {
      public Bad() {
        Work.some(1);
        Language.fail(1);
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      Iterator<Runnable> all =
          ServiceLoader.load(Runnable.class, Services.class.getClassLoader()).iterator();
      while (all.hasNext()) {
        try {
          all.next().run();
        } catch (ServiceConfigurationError e) {
          after();
        }
        after();
      }
    }
  }

  /** A loader asks its parent first, and takes a failure for an answer. */
  static final class Loaders extends ClassLoader {
    Loaders(ClassLoader parent) {
      super(parent);
      Work.some(1);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Work.some(1);
      throw new ClassNotFoundException(name);
    }

    static final class Child extends ClassLoader {
      Child(ClassLoader parent) {
        super(parent);
        Work.some(1);
      }

      @Override
      protected Class<?> findClass(String name) {
        Work.some(1);
        return Loaders.class;
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws ClassNotFoundException {
      ClassLoader loader = new Child(new Loaders(Loaders.class.getClassLoader()));
      for (int i = 0; i < 3; i++) {
        loader.loadClass("none.Such");
        after();
      }
    }
  }

  /**
   * A method that nothing in the code leads to: the platform calls it, and keeps its exception.
   * What {@code blind} calls after that is not compared: no catch-all can be expected in the
   * target. What its callers call is.
   */
  static final class Swallowed {
    static Object deepTarget() {
      Work.some(1);
      throw new IllegalStateException();
    }

    private static void deepBlind(Callable<?> task) {
      Work.some(1);
      new FutureTask<>(task).run();
      Work.some(1);
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() throws Exception {
      MethodHandle handle =
          MethodHandles.lookup()
              .findStatic(Swallowed.class, "deepTarget", MethodType.methodType(Object.class));
      Callable<?> task;
      try {
        // Android has no such class.
        task =
            (Callable<?>)
                Class.forName("java.lang.invoke.MethodHandleProxies")
                    .getMethod("asInterfaceInstance", Class.class, MethodHandle.class)
                    .invoke(null, Callable.class, handle);
      } catch (ClassNotFoundException e) {
        return;
      }
      for (int i = 0; i < 70; i++) {
        deepBlind(task);
        after();
      }
    }
  }
}
