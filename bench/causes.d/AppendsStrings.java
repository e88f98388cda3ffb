// expect: join.* building text
import java.util.*;

/** A planted cause: see the first line. */
public final class AppendsStrings {
  public static void main(String[] args) throws Exception {
    System.out.println(join(60_000).length());
  }

  static String join(int count) {
    String text = "";
    for (int i = 0; i < count; i++) {
      text += i % 10;
    }
    return text;
  }
}
