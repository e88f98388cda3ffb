/** The package's version; a buffer that is no model is refused. */
class Main {
  public static void main(String[] names) {
    System.out.println(org.tensorflow.lite.TensorFlowLite.runtimeVersion());
    try {
      java.nio.ByteBuffer none = java.nio.ByteBuffer.allocateDirect(100).order(java.nio.ByteOrder.nativeOrder());
      new org.tensorflow.lite.Interpreter(none);
    } catch (IllegalArgumentException e) {
      System.out.println("refused");
    }
  }
}
