import java.util.HashMap;
import java.util.Map;

/** Strings are built from titles; an index is kept of their words. */
public class Slugs {
  static String slug(String title) {
    var slug = new StringBuilder();
    for (int i = 0; i < title.length(); i++) {
      char c = title.charAt(i);
      slug.append(isKept(c) ? Character.toLowerCase(c) : '-');
    }
    return slug.toString();
  }

  static boolean isKept(char c) {
    if (c >= '0' && c <= '9') {
      return true;
    }
    return Character.isLetter(c);
  }

  static void index(Map<String, Integer> index, String slug) {
    for (String word : slug.split("-")) {
      Integer before = index.get(word);
      index.put(word, before == null ? 1 : before + 1);
    }
  }

  static int checksum(String slug) {
    int sum = 7;
    for (int i = 0; i < slug.length(); i++) {
      sum = 31 * sum + slug.charAt(i);
    }
    return sum;
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int round = 0; round < 40; round++) {
      Map<String, Integer> index = new HashMap<>();
      for (int i = 0; i < 20_000; i++) {
        String slug = slug("The Quick Brown Fox, No. " + i % 1000 + ": a Story of Dogs");
        index(index, slug);
        sum += checksum(slug);
      }
      sum += index.size();
    }
    System.out.println(sum);
  }
}
