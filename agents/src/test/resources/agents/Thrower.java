import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/** Throws what the platform throws for it, in ways that a VM may have code of its own for. */
public final class Thrower {
  interface Action {
    void run() throws Exception;
  }

  private static void caught(String name, Action action) {
    try {
      action.run();
    } catch (Exception e) {
      System.out.println("program " + name + " " + e.getClass().getName());
    }
  }

  public static void refuse() {
    throw new UnsupportedOperationException();
  }

  public static void main(String[] args) throws Exception {
    Method refuse = Thrower.class.getMethod("refuse");
    caught("copied", () -> System.arraycopy(null, 0, new int[1], 0, 1));
    caught("missing class", () -> Class.forName("no.such.Class"));
    caught("missing method", () -> Thrower.class.getMethod("no"));
    caught("missing field", () -> Thrower.class.getField("no"));
    caught("reflected", () -> refuse.invoke(null));
    caught("wrong arguments", () -> refuse.invoke(null, 1));
    caught("parsed", () -> Integer.parseInt("x"));
    caught("cast", () -> ((Integer) (Object) "x").intValue());
    caught("index", () -> args[Integer.parseInt("200")].length());
    caught("size", () -> System.out.println(new int[Integer.parseInt("-1")].length));
    caught("stored", () -> ((Object[]) new String[1])[0] = 1);
    caught("immutable", () -> List.of(1).add(2));
    Action proxy =
        (Action)
            Proxy.newProxyInstance(
                Thrower.class.getClassLoader(),
                new Class<?>[] {Action.class},
                (object, method, values) -> method.getName().charAt(9));
    caught("through a proxy", proxy);
    Thread worker = new Thread(Thrower::refuse, "worker");
    worker.setUncaughtExceptionHandler((thread, e) -> System.out.println("program dead"));
    worker.start();
    worker.join();
  }
}
