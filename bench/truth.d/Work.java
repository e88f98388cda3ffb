package truth;

/** What the programs do between exceptions, so that a wrong caller shows. */
final class Work {
  static volatile int total;

  private Work() {}

  static void some(int times) {
    for (int i = 0; i < times; i++) {
      total += i;
    }
  }
}
