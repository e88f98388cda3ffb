/** Objects that references lead to: from each other, from classes, from the thread. */
public class Reaching {
  static final class Node {
    Object next;

    Node(Object next) {
      this.next = next;
    }
  }

  /** Nothing but the class loader leads from other classes here. */
  static final class Apart {
    static Object kept = new Node(new Node(null));
  }

  static final ThreadLocal<Node> LOCAL = new ThreadLocal<>();

  /** In the agent's library. */
  static native void look(String name, Object from);

  public static void main(String[] arguments) throws Exception {
    Node last = new Node(null);
    Node first = new Node(new Object[] {last, new Node(last)});
    LOCAL.set(new Node(first));
    Class.forName("Reaching$Apart");
    look("node", first);
    look("array", new Object[] {first, last});
    look("class", Reaching.class);
    look("loader", Reaching.class.getClassLoader());
    look("thread", Thread.currentThread());
    look("group", Thread.currentThread().getThreadGroup());
    look("text", "abc");
    look("properties", System.getProperties());
  }
}
