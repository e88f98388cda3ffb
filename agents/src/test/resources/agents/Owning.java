/** Takes locks, some of them twice, and calls a method at which an agent looks at them. */
public class Owning {
  private final Object lock = new Object();

  void look(int depth) {}

  synchronized void outer() {
    synchronized (lock) {
      look(1);
      inner(2);
    }
    look(3);
  }

  void inner(int depth) {
    synchronized (Owning.class) {
      synchronized (lock) {
        look(depth);
      }
    }
  }

  public static void main(String[] args) {
    Owning owning = new Owning();
    owning.look(0);
    owning.outer();
    owning.inner(4);
  }
}
