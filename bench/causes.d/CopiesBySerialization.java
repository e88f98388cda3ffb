// expect: copy.* serializing
import java.io.*;
import java.util.*;

/** A planted cause: see the first line. */
public final class CopiesBySerialization {
  public static void main(String[] args) throws Exception {
    int sum = 0;
    var list = new ArrayList<>(List.of("one", "two", "three"));
    for (int i = 0; i < 50_000; i++) {
      sum += copy(list).hashCode();
    }
    System.out.println(sum);
  }

  static Object copy(Object one) throws Exception {
    var out = new ByteArrayOutputStream();
    try (var stream = new ObjectOutputStream(out)) {
      stream.writeObject(one);
    }
    return new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
  }
}
