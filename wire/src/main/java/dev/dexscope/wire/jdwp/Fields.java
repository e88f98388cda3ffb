package dev.dexscope.wire.jdwp;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of a command or a reply by their names, which are those of the table in {@link
 * JdwpCommand}.
 *
 * <pre>{@code
 * Fields arguments = Fields.NONE.with("signature", "Ljava/lang/String;");
 * for (Fields each : reply.list("classes")) {
 *   System.out.println(each.number("typeID"));
 * }
 * }</pre>
 */
public record Fields(Map<String, Datum> all) {
  public static final Fields NONE = new Fields(Map.of());

  public Fields {
    all = Collections.unmodifiableMap(all);
  }

  /** These fields with one more. */
  public Fields with(String name, Datum value) {
    Map<String, Datum> more = new LinkedHashMap<>(all);
    more.put(name, value);
    return new Fields(more);
  }

  public Fields with(String name, long value) {
    return with(name, new Datum.Num(value));
  }

  public Fields with(String name, String value) {
    return with(name, new Datum.Text(value));
  }

  public Fields with(String name, byte[] value) {
    return with(name, new Datum.Raw(value));
  }

  public Fields with(String name, List<Fields> value) {
    return with(name, new Datum.Repeated(value));
  }

  public long number(String name) {
    return get(name, Datum.Num.class).value();
  }

  public String text(String name) {
    return get(name, Datum.Text.class).value();
  }

  public byte[] bytes(String name) {
    return get(name, Datum.Raw.class).value();
  }

  public List<Fields> list(String name) {
    return get(name, Datum.Repeated.class).all();
  }

  public Datum.Location location(String name) {
    return get(name, Datum.Location.class);
  }

  public Datum.Tagged tagged(String name) {
    return get(name, Datum.Tagged.class);
  }

  public Datum.Region region(String name) {
    return get(name, Datum.Region.class);
  }

  /** Returns a field whose kind the caller knows. */
  <T extends Datum> T get(String name, Class<T> kind) {
    Datum found = all.get(name);
    if (!kind.isInstance(found)) {
      throw new IllegalArgumentException(
          name + " is not a " + kind.getSimpleName() + " of the fields " + all);
    }
    return kind.cast(found);
  }
}
