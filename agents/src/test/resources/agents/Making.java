import java.util.HashMap;
import java.util.Map;

/** A loop that begins before its objects are recorded, and stops after each thousand rounds. */
public class Making {
  public static volatile int allowed;
  public static volatile int done = -1;
  private static Object kept;

  public static void main(String[] args) {
    Map<Integer, String> names = new HashMap<>();
    int round = 0;
    done = 0;
    while (allowed >= 0) {
      while (round == allowed) {
        done = round;
        Thread.onSpinWait();
      }
      for (int i = 0; i < 1000 && round < allowed; i++, round++) {
        kept = new int[3];
        kept = new Making();
        // A box for the key, and what joins and holds the text; later rounds replace values.
        names.put(1000 + i, "name" + (1000 + i));
      }
    }
  }
}
