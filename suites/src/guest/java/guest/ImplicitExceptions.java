package guest;

import java.util.ArrayList;
import java.util.List;

/** Every exception that instructions throw by themselves, with the line that it is thrown in. */
public class ImplicitExceptions {
  int field;
  long wide;
  String text;

  interface Action {
    void run() throws Exception;
  }

  abstract static class Shape {
    abstract int area();
  }

  public static void main(String[] args) {
    ImplicitExceptions none = args.length > 100 ? new ImplicitExceptions() : null;
    int[] noInts = args.length > 100 ? new int[1] : null;
    Object[] noObjects = args.length > 100 ? new Object[1] : null;
    int zero = Integer.parseInt("0");
    show("get int", () -> use(none.field));
    show("get long", () -> use((int) none.wide));
    show("get object", () -> use(none.text == null ? 0 : 1));
    show("put int", () -> none.field = 1);
    show("put long", () -> none.wide = 1);
    show("put object", () -> none.text = "");
    show("invoke", () -> none.method());
    show("invoke private", () -> none.hidden());
    show("invoke interface", () -> ((Runnable) (Object) noObjects).run());
    show("invoke on string", () -> use(((String) (Object) none).length()));
    show("length", () -> use(noInts.length));
    show("array get", () -> use(noInts[0]));
    show("array put", () -> noInts[0] = 1);
    show("object array get", () -> use(noObjects[0] == null ? 0 : 1));
    show("object array put", () -> noObjects[0] = "");
    show("throw null", () -> { throw none == null ? null : new Exception(); });
    show("lock null", () -> {
      synchronized ((Object) none) {
        use(1);
      }
    });
    show("unbox", () -> use((Integer) (Object) none));
    show("for each", () -> {
      for (String s : (List<String>) (Object) none) {
        use(s.length());
      }
    });
    show("get class", () -> none.getClass());
    show("inner", () -> none.new Inner());
    show("divide", () -> use(1 / zero));
    show("remainder", () -> use(1 % zero));
    show("divide long", () -> use((int) (1L / zero)));
    show("remainder long", () -> use((int) (1L % zero)));
    show("bounds", () -> use(new int[2][zero + 2][5].length));
    show("store", () -> {
      Object[] array = new Integer[1];
      array[zero] = "text";
    });
    show("size", () -> use(new int[zero - 1]));
    show("cast", () -> use(((String) (Object) Integer.valueOf(zero)).length()));
    show("cast interface", () -> ((Runnable) (Object) "text").run());
    show("generic cast", () -> {
      List<Object> raw = new ArrayList<>();
      raw.add(1);
      List<String> strings = (List<String>) (List<?>) raw;
      use(strings.get(0).length());
    });
    show("string index", () -> "abc".charAt(zero + 5));
    show("list index", () -> new ArrayList<String>().get(zero));
    show("enum", () -> Thread.State.valueOf("NONE"));
    show("unlock", () -> new Object().notify());
    show("assertion", () -> { throw new AssertionError(); });
  }

  class Inner {}

  void method() {}

  private void hidden() {}

  private static void use(int value) {
    if (value == 12345) System.out.println();
  }

  private static void use(int[] array) {
    System.out.println("not reached " + array[5]);
  }

  private static void use(int[][] array) {
    System.out.println("not reached " + array[5][0]);
  }

  private static void show(String what, Action action) {
    try {
      action.run();
      System.out.println(what + ": nothing");
    } catch (Throwable e) {
      String line = "";
      for (StackTraceElement frame : e.getStackTrace()) {
        if (frame.getClassName().startsWith("guest.")) {
          line = frame.getFileName() + ":" + frame.getLineNumber();
          break;
        }
      }
      System.out.println(what + ": " + e.getClass().getName() + " at " + line);
    }
  }
}
