/** The package's version. */
class Main {
  public static void main(String[] names) {
    System.out.println(io.objectbox.BoxStore.getVersionNative().startsWith("4.0.2"));
  }
}
