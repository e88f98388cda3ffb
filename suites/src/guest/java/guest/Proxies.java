package guest;

import java.lang.reflect.*;
import java.util.*;

/** java.lang.reflect.Proxy over guest and host interfaces. */
public class Proxies {
  interface Service {
    int add(int a, long b, double c, boolean d);
    String text(String... parts) throws java.io.IOException;
    void nothing();
    default String greet() { return "default"; }
  }

  interface Other extends Comparable<String> { char letter(); }

  public static void main(String[] args) throws Exception {
    List<String> log = new ArrayList<>();
    InvocationHandler handler = (proxy, method, arguments) -> {
      log.add(method.getDeclaringClass().getSimpleName() + "." + method.getName() + (arguments == null ? "" : Arrays.deepToString(arguments)));
      switch (method.getName()) {
        case "add": return (Integer) arguments[0] + ((Long) arguments[1]).intValue();
        case "text":
          if (((String[]) arguments[0]).length == 0) throw new java.io.IOException("empty");
          if (((String[]) arguments[0]).length == 3) throw new Exception("undeclared");
          return "text";
        case "letter": return 'q';
        case "compareTo": return 3;
        case "toString": return "proxy";
        case "hashCode": return 99;
        case "equals": return proxy == arguments[0];
        case "greet": return "handled";
        default: return null;
      }
    };
    Object proxy = Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Service.class, Other.class}, handler);
    Service service = (Service) proxy;
    Other other = (Other) proxy;
    System.out.println(service.add(1, 2, 3.5, true) + service.text("a", "b") + other.letter() + other.compareTo("x") + service.greet());
    service.nothing();
    System.out.println(proxy + " " + proxy.hashCode() + proxy.equals(proxy) + proxy.equals(null));
    try {
      service.text();
    } catch (java.io.IOException e) {
      System.out.println(e.getMessage());
    }
    try {
      service.text("1", "2", "3");
    } catch (UndeclaredThrowableException e) {
      System.out.println("undeclared " + e.getCause().getMessage());
    }
    System.out.println(log);
    System.out.println(Proxy.isProxyClass(proxy.getClass()) + " " + (Proxy.getInvocationHandler(proxy) == handler) + (proxy instanceof Comparable) + Modifier.isFinal(proxy.getClass().getModifiers()) + Arrays.toString(proxy.getClass().getInterfaces()));
    Other wrong = (Other) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Other.class}, (p, m, a) -> m.getName().equals("letter") ? null : "not an int");
    try {
      wrong.letter();
    } catch (NullPointerException e) {
      System.out.println("null for char");
    }
    try {
      wrong.compareTo("");
    } catch (ClassCastException | IllegalArgumentException e) { // the JDK says the one, Android the other
      System.out.println("wrong type");
    }
    Runnable host = (Runnable) Proxy.newProxyInstance(null, new Class<?>[] {Runnable.class}, (p, m, a) -> { System.out.println("ran " + m); return null; });
    host.run();
    long sum = 0;
    for (int i = 0; i < 20000; i++) { sum += service.add(i, i, 0, false); if (i % 1000 == 0) log.clear(); }
    System.out.println(sum);
  }
}
