import com.eclipsesource.v8.V8;

/** What Node prints for the same; and a call of Java. */
class Main {
  public static void main(String[] names) {
    V8 v8 = V8.createV8Runtime();
    System.out.println(v8.executeStringScript("[3, 1, 2].sort().map(n => n * n).join('-')"));
    v8.registerJavaMethod((receiver, parameters) -> parameters.getInteger(0) * 2, "twice");
    System.out.println(v8.executeIntegerScript("twice(21)"));
    System.out.println(v8.executeStringScript("JSON.stringify({a: [1, {b: 2}]})"));
    try {
      v8.executeVoidScript("nothing()");
    } catch (com.eclipsesource.v8.V8ScriptExecutionException e) {
      System.out.println(e.getJSMessage());
    }
  }
}
