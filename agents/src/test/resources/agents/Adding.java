/** Uses a class that it does not have: an agent brings it. */
public final class Adding {
  public static void main(String[] args) throws Exception {
    Class<?> added = Class.forName("Added");
    System.out.println("program " + added.getMethod("word").invoke(null));
  }
}
