// expect: day.*making formats
import java.text.*;
import java.util.*;

/** A planted cause: see the first line. */
public final class MakesDateFormats {
  public static void main(String[] args) throws Exception {
    int length = 0;
    for (int i = 0; i < 40_000; i++) {
      length += day(i * 86_400_000L).length();
    }
    System.out.println(length);
  }

  static String day(long time) {
    return new SimpleDateFormat("yyyy-MM-dd HH:mm", Locale.ROOT).format(new Date(time));
  }
}
