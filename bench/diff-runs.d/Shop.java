import java.util.*;
/** A shop: parses orders, sorts, prices, checks and prints them. args: rounds, percent more work in Ledger.sum. */
public class Shop {
  record Item(String name, int count, int price) {}
  static final class Parser {
    private final String text; private int at;
    Parser(String text) { this.text = text; }
    boolean more() { return at < text.length(); }
    private char next() { return text.charAt(at++); }
    private boolean isDigit() { return more() && Character.isDigit(text.charAt(at)); }
    String word() { int from = at; while (more() && text.charAt(at) != ' ') skip(); return text.substring(from, at); }
    private void skip() { at++; }
    int number() { space(); int n = 0; while (isDigit()) n = n * 10 + (next() - '0'); return n; }
    void space() { while (more() && text.charAt(at) == ' ') skip(); }
    void line() { if (more()) skip(); }
    Item item() { String name = word(); int c = number(); int p = number(); line(); return new Item(name, c, p); }
    List<Item> items() { List<Item> all = new ArrayList<>(); while (more()) all.add(item()); return all; }
  }
  static final class Ledger {
    private final long[] cells = new long[512];
    void add(Item item, int round) { cells[slot(item, round)] += (long) item.count() * item.price(); }
    private int slot(Item item, int round) { return (item.name().hashCode() * 31 + round) & 511; }
    long sum(int times) { long s = 0; for (int t = 0; t < times; t++) for (long c : cells) s = s * 31 + (c ^ t); return s; }
  }
  static String orders(int count, Random random) {
    var b = new StringBuilder();
    for (int i = 0; i < count; i++) b.append(name(random)).append(' ').append(random.nextInt(9) + 1).append(' ').append(random.nextInt(900)).append('\n');
    return b.toString();
  }
  static String name(Random random) { var b = new StringBuilder(); for (int i = 0; i < 6; i++) b.append(letter(random)); return b.toString(); }
  static char letter(Random random) { return (char) ('a' + random.nextInt(26)); }
  static int compare(Item a, Item b) { int c = a.name().compareTo(b.name()); return c != 0 ? c : price(a) - price(b); }
  static int price(Item a) { return a.price() * a.count(); }
  static List<Item> sorted(List<Item> items) { List<Item> all = new ArrayList<>(items); all.sort(Shop::compare); return all; }
  static Map<String, Integer> index(List<Item> items) { Map<String, Integer> m = new HashMap<>(); for (Item i : items) m.merge(key(i), i.count(), Shop::plus); return m; }
  static String key(Item i) { return i.name().substring(0, 2); }
  static int plus(int a, int b) { return a + b; }
  static double[][] matrix(int n, int seed) { double[][] m = new double[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = cell(i, j, seed); return m; }
  static double cell(int i, int j, int seed) { return (i * 31 + j * 17 + seed) % 100 / 100.0; }
  static double trace(double[][] a, double[][] b) { double t = 0; for (int i = 0; i < a.length; i++) t += dot(a[i], b, i); return t; }
  static double dot(double[] row, double[][] b, int j) { double s = 0; for (int r = 0; r < 6; r++) for (int k = 0; k < row.length; k++) s += row[k] * b[k][(j + r) % b.length]; return s; }
  static int primes(int limit) { int n = 0; for (int i = 2; i < limit; i++) if (isPrime(i)) n++; return n; }
  static boolean isPrime(int i) { for (int d = 2; d * d <= i; d++) if (i % d == 0) return false; return true; }
  static String print(List<Item> items) { var b = new StringBuilder(); for (Item i : items) row(b, i); return b.toString(); }
  static void row(StringBuilder b, Item i) { pad(b, i.name(), 10); pad(b, Integer.toString(i.count()), 4); pad(b, Integer.toString(price(i)), 8); b.append('\n'); }
  static void pad(StringBuilder b, String s, int width) { for (int i = s.length(); i < width; i++) b.append(' '); b.append(s); }
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  static long round(int r, int percent, Ledger ledger) {
    var random = new Random(r);
    List<Item> items = new Parser(orders(400, random)).items();
    List<Item> sorted = sorted(items);
    for (Item i : sorted) ledger.add(i, r);
    long check = ledger.sum(60 * (100 + percent) / 10);
    check += index(items).size() + primes(1500) + print(sorted).length() + fib(15);
    check += (long) trace(matrix(40, r), matrix(40, r + 1));
    return check;
  }
  public static void main(String[] a) {
    int rounds = Integer.parseInt(a[0]); int percent = Integer.parseInt(a[1]);
    var ledger = new Ledger(); long check = 0;
    for (int r = 0; r < rounds; r++) check = check * 31 + round(r, percent, ledger);
    System.out.println(check);
  }
}
