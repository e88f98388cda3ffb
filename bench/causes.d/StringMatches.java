// expect: isValid.*(compiling|matching) regular expressions
import java.util.*;

/** A planted cause: see the first line. */
public final class StringMatches {
  public static void main(String[] args) throws Exception {
    int count = 0;
    for (int i = 0; i < 80_000; i++) {
      count += isValid("user" + i + "@example.org") ? 1 : 0;
    }
    System.out.println(count);
  }

  static boolean isValid(String mail) {
    return mail.matches("[a-z0-9._]+@[a-z0-9]+\\.(org|com|net)");
  }
}
