/** A program in which every kind of event happens. */
public final class Busy {
  private static final Object LOCK = new Object();
  private static final Object TURN = new Object();
  static volatile boolean held;
  static Object kept;

  static int called(int depth) {
    return depth == 0 ? 0 : 1 + called(depth - 1);
  }

  static int thrown() {
    throw new UnsupportedOperationException();
  }

  private static void contend() throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              synchronized (LOCK) {
                called(0);
              }
            },
            "other");
    synchronized (LOCK) {
      other.start();
      while (other.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
    }
    other.join();
    synchronized (TURN) {
      TURN.wait(1);
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println("program called " + called(3));
    try {
      thrown();
    } catch (UnsupportedOperationException e) {
      System.out.println("program thrown");
    }
    contend();
    kept = LOCK.getClass().getMethods();
    int hash = 0;
    for (int i = 0; i < 20_000; i++) {
      hash += called(2);
    }
    System.out.println("program hash " + hash);
    kept = null;
    for (int i = 0; i < 200; i++) {
      kept = new byte[100_000];
    }
    System.gc();
  }
}
