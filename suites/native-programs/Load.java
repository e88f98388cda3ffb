/** Loads each library by its name, as apps do. */
class Main {
  public static void main(String[] names) {
    for (String each : names) {
      try {
        System.loadLibrary(each);
        System.out.println("loaded");
      } catch (Throwable e) {
        System.out.println(each + ": " + e);
      }
    }
  }
}
