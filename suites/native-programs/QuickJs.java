import app.cash.quickjs.QuickJs;

/** What Node prints for the same. */
class Main {
  public static void main(String[] names) {
    try (QuickJs js = QuickJs.create()) {
      System.out.println(js.evaluate("[3, 1, 2].sort().map(n => n * n).join('-')"));
      System.out.println(js.evaluate("JSON.stringify({a: /(\\d+)/.exec('x42y')[1], b: [...'h\u00e9llo'].length})"));
      System.out.println(js.evaluate("6 * 7"));
      try {
        js.evaluate("throw new Error('thrown')");
      } catch (RuntimeException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
