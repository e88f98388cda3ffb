package dev.dexscope.wire.jdwp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Fields of a layout, filled by chance. */
final class RandomFields {
  private static final String TAGS = "BZCSIFJDVL[stglc";

  private final Random random;
  private final IdSizes sizes;

  RandomFields(long seed, IdSizes sizes) {
    random = new Random(seed);
    this.sizes = sizes;
  }

  Fields of(Layout layout) {
    Map<String, Datum> fields = new LinkedHashMap<>();
    fill(layout, fields);
    return new Fields(fields);
  }

  private void fill(Layout layout, Map<String, Datum> into) {
    for (Layout.Part part : layout.parts()) {
      switch (part) {
        case Layout.Single single -> into.put(single.name(), datum(single.kind()));
        case Layout.Repetition repetition -> {
          List<Fields> all = new ArrayList<>();
          for (int i = random.nextInt(4); i > 0; i--) {
            all.add(of(repetition.element()));
          }
          into.put(repetition.name(), new Datum.Repeated(all));
        }
        case Layout.Choice choice -> {
          var cases = List.copyOf(choice.cases().entrySet());
          var chosen = cases.get(random.nextInt(cases.size()));
          into.put(choice.name(), new Datum.Num(chosen.getKey()));
          fill(chosen.getValue(), into);
        }
      }
    }
  }

  private Datum datum(Kind kind) {
    return switch (kind) {
      case TEXT -> new Datum.Text("text \u00e9 " + random.nextInt(1000));
      case BYTES, REST -> new Datum.Raw(bytes());
      case VALUE -> tagged(TAGS.charAt(random.nextInt(TAGS.length())));
      case LOCATION ->
          new Datum.Location(
              random.nextInt(256),
              number(sizes.referenceType()),
              number(sizes.method()),
              random.nextLong());
      case REGION -> region("BZCSIFJDL[".charAt(random.nextInt(10)));
      case INT -> new Datum.Num(random.nextInt());
      default -> new Datum.Num(number(kind.size(sizes)));
    };
  }

  private Datum.Region region(int tag) {
    List<Datum.Tagged> values = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      values.add(tagged(Tags.isObject(tag) ? "L[s".charAt(random.nextInt(3)) : tag));
    }
    return new Datum.Region(tag, values);
  }

  private Datum.Tagged tagged(int tag) {
    return new Datum.Tagged(tag, number(Tags.size(tag, sizes)));
  }

  private long number(int size) {
    return size == 8 ? random.nextLong() : random.nextLong() & ((1L << (8 * size)) - 1);
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }
}
