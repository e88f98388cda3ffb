/** Classes that are loaded while an agent counts what is called of JNI. */
public class Calling {
  static class First {}

  static class Second {}

  static native void begin();

  /** In the agent's library, like the one before; gives how often the program has called JNI. */
  static native String end();

  public static void main(String[] arguments) throws Exception {
    begin();
    Class.forName("Calling$First");
    new Second();
    System.out.println("program " + end());
  }
}
