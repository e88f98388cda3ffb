package dev.dexscope.samples.crunch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One thread's work. */
final class Cruncher implements Runnable {
  private static final int DAMAGED = 10;

  /** How many texts back a new one is compared. */
  private static final int REMEMBERED = 6;

  private final PeopleMaker people;
  private final int documents;
  private final Totals totals = new Totals();
  private final List<String> remembered = new ArrayList<String>();

  Cruncher(int seed, int documents) {
    this.people = new PeopleMaker(seed);
    this.documents = documents;
  }

  Totals totals() {
    return totals;
  }

  @Override
  public void run() {
    for (int i = 1; i <= documents; i++) {
      String text = JsonWriter.write(people.document());
      crunch(i % DAMAGED == 0 ? text.substring(0, text.length() * 2 / 3) : text);
    }
  }

  private void crunch(String text) {
    JsonParser parser = new JsonParser(text);
    totals.documents++;
    try {
      Object document = parser.parse();
      if (!JsonWriter.write(document).equals(text)) {
        throw new IllegalStateException("not the same any more: " + text);
      }
      compare(document);
      totals.digest = 31 * totals.digest + text.hashCode();
    } catch (JsonException e) {
      totals.refused++;
    } finally {
      totals.values += parser.values();
    }
  }

  /** Looks for texts like those before, through the whole tree. */
  private void compare(Object value) {
    if (value instanceof List) {
      for (Object each : (List<?>) value) {
        compare(each);
      }
    } else if (value instanceof Map) {
      Map<?, ?> object = (Map<?, ?>) value;
      if (object.get("about") instanceof String) {
        compareText((String) object.get("about"));
      }
      for (Object each : object.values()) {
        compare(each);
      }
    }
  }

  private void compareText(String text) {
    int nearest = Integer.MAX_VALUE;
    for (String other : remembered) {
      totals.distances++;
      nearest = Math.min(nearest, EditDistance.between(text, other));
    }
    totals.digest = 31 * totals.digest + nearest;
    if (remembered.size() == REMEMBERED) {
      remembered.remove(0);
    }
    remembered.add(text);
  }
}
