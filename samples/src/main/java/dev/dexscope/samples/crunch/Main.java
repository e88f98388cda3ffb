package dev.dexscope.samples.crunch;

/**
 * JSON crunching: four threads make documents, write, parse and compare them. One document in ten
 * is damaged and must be refused. What it has done is always the same, and it counts that itself.
 */
public final class Main {
  private static final int WORKERS = 4;
  private static final int DOCUMENTS = 100;

  private Main() {}

  /**
   * Crunches.
   *
   * @param args how many documents each thread makes
   */
  public static void main(String[] args) throws InterruptedException {
    int documents = args.length == 0 ? DOCUMENTS : Integer.parseInt(args[0]);
    Cruncher[] crunchers = new Cruncher[WORKERS];
    Thread[] threads = new Thread[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      crunchers[i] = new Cruncher(i, documents);
      threads[i] = new Thread(crunchers[i], "cruncher-" + i);
      threads[i].start();
    }
    Totals all = new Totals();
    for (int i = 0; i < WORKERS; i++) {
      threads[i].join();
      all.add(crunchers[i].totals());
    }
    System.out.println(all);
  }
}
