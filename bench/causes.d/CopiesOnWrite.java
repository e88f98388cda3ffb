// expect: register.*(copying a whole list|, line)
import java.util.*;

/** A planted cause: see the first line. */
public final class CopiesOnWrite {
  public static void main(String[] args) throws Exception {
    List<Object> listeners = new java.util.concurrent.CopyOnWriteArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      register(listeners, i);
    }
    System.out.println(listeners.size());
  }

  static void register(List<Object> listeners, Object one) {
    listeners.add(one);
  }
}
