import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the shares of a program's methods on Android's runtime with those that others show: {@code Order PROGRAM
 * ART.csv OTHER.csv...}, each by {@code report --csv --raw}. Overloads are one method; only the program's own count.
 * Prints a row: the number of methods with at least 1 % on Android, the hottest one, and for each other table Kendall's
 * tau-b of the order of these methods, the part of the time that both give to the same methods, and its hottest method.
 */
public class Order {
  private static final List<String> OTHERS = List.of("java.", "jdk.", "sun.", "dalvik.", "libcore.", "android.", "ArtTrace.");

  public static void main(String[] args) throws Exception {
    Map<String, Double> android = shares(Path.of(args[1]));
    List<String> hot = android.keySet().stream().filter(each -> android.get(each) >= 1).sorted().toList();
    var row = new StringBuilder("| %s | %d | %s %.0f |".formatted(args[0], hot.size(), shortName(hottest(android)), android.get(hottest(android))));
    for (int i = 2; i < args.length; i++) {
      Map<String, Double> other = shares(Path.of(args[i]));
      String first = hottest(other);
      row.append(String.format(Locale.ROOT, " %s | %.0f | %s |", tau(hot, android, other), common(android, other), first.equals(hottest(android)) ? "same" : shortName(first)));
    }
    System.out.println(row);
  }

  /** Per cent of the time of the program's methods. */
  private static Map<String, Double> shares(Path csv) throws Exception {
    Map<String, Double> shares = new HashMap<>();
    double sum = 0;
    for (String line : Files.readAllLines(csv)) {
      int open = line.lastIndexOf('(');
      int comma = open < 0 ? -1 : line.lastIndexOf(',', open);
      if (comma < 0 || !Character.isDigit(line.charAt(0)) || line.charAt(comma + 1) == '(') {
        continue;
      }
      String name = line.substring(comma + 1, open).replace("\"", "");
      if (OTHERS.stream().noneMatch(name::startsWith)) {
        double nanos = Double.parseDouble(line.split(",", 3)[1]);
        shares.merge(name, nanos, Double::sum);
        sum += nanos;
      }
    }
    double all = sum;
    shares.replaceAll((_, nanos) -> 100 * nanos / all);
    return shares;
  }

  private static String hottest(Map<String, Double> shares) {
    return shares.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private static String shortName(String name) {
    int dot = name.lastIndexOf('.', name.lastIndexOf('.') - 1);
    return name.substring(dot + 1);
  }

  /** The part of the time that both give to the same methods. */
  private static double common(Map<String, Double> a, Map<String, Double> b) {
    return a.entrySet().stream().mapToDouble(each -> Math.min(each.getValue(), b.getOrDefault(each.getKey(), 0.0))).sum();
  }

  /** Kendall's tau-b; a method that the other does not have has no time there. */
  private static String tau(List<String> methods, Map<String, Double> a, Map<String, Double> b) {
    long sum = 0;
    long ofA = 0;
    long ofB = 0;
    for (int i = 0; i < methods.size(); i++) {
      for (int j = 0; j < i; j++) {
        int signA = sign(methods.get(i), methods.get(j), a);
        int signB = sign(methods.get(i), methods.get(j), b);
        sum += (long) signA * signB;
        ofA += Math.abs(signA);
        ofB += Math.abs(signB);
      }
    }
    return ofA == 0 || ofB == 0 ? "-" : String.format(Locale.ROOT, "%+.2f", sum / Math.sqrt((double) ofA * ofB));
  }

  private static int sign(String one, String two, Map<String, Double> shares) {
    return Double.compare(shares.getOrDefault(one, 0.0), shares.getOrDefault(two, 0.0));
  }
}
