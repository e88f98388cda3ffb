/** Calls a method before, during and after a trace. */
public class Traced {
  static int called(int number) {
    return number + 1;
  }

  public static void main(String[] words) throws Exception {
    Class<?> debug = Class.forName("android.os.Debug");
    java.io.File trace = java.io.File.createTempFile("traced", ".trace");
    called(1);
    debug.getMethod("startMethodTracing", String.class).invoke(null, trace.getPath());
    called(2);
    debug.getMethod("stopMethodTracing").invoke(null);
    called(3);
    System.out.println("program " + (trace.length() > 0 ? "traced" : "not traced"));
    trace.delete();
  }
}
