// expect: (distance|nearest).* is called .*for each pair|(distance|nearest).* works for
import java.util.*;

/** A planted cause: see the first line. */
public final class ComparesAllPairs {
  public static void main(String[] args) throws Exception {
    Random random = new Random(1);
    String[] words = new String[900];
    for (int i = 0; i < words.length; i++) {
      words[i] = Long.toString(random.nextLong() >>> 1, 36);
    }
    int sum = 0;
    for (String each : words) {
      sum += nearest(each, words);
    }
    System.out.println(sum);
  }

  static int nearest(String one, String[] all) {
    int best = Integer.MAX_VALUE;
    for (String each : all) {
      if (!each.equals(one)) {
        best = Math.min(best, distance(one, each));
      }
    }
    return best;
  }

  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int before = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int old = row[j];
        int other = Math.min(row[j], row[j - 1]) + 1;
        row[j] = Math.min(other, before + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
        before = old;
      }
    }
    return row[b.length()];
  }
}
