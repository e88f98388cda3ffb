// expect: are compared|hash codes|fill.* works for
import java.util.*;

/** A planted cause: see the first line. */
public final class CollidingKeys {
  public static void main(String[] args) throws Exception {
    System.out.println(fill(30_000));
  }

  record Key(int a, int b) {
    @Override
    public int hashCode() {
      return 1;
    }
  }

  static int fill(int count) {
    Map<Key, Integer> map = new HashMap<>();
    for (int i = 0; i < count / 10; i++) {
      map.put(new Key(i, i), i);
    }
    int found = 0;
    for (int i = 0; i < count / 6; i++) {
      found += map.containsKey(new Key(i, i)) ? 1 : 0;
    }
    return found;
  }
}
