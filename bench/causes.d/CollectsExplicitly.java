// expect: clean, line .* collection that it requests
import java.util.*;

/** A planted cause: see the first line. */
public final class CollectsExplicitly {
  public static void main(String[] args) throws Exception {
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      kept.add(new byte[200_000]);
      clean();
    }
    System.out.println(kept.size());
  }

  static void clean() {
    System.gc();
  }
}
