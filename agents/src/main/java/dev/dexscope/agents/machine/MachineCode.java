package dev.dexscope.agents.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Machine code that is being written, with labels, and references to places in the data. */
final class MachineCode {
  /** How four bytes name a target by its distance. */
  interface Distance {
    /**
     * The four bytes.
     *
     * @param word as they are without it
     * @param distance of the target from the first of them
     */
    int in(int word, int distance);
  }

  private record Reference(int at, String target, Distance distance) {}

  private byte[] bytes = new byte[4096];
  private int size;
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Reference> references = new ArrayList<>();

  /** Names the place that has been reached. */
  void label(String name) {
    if (labels.putIfAbsent(name, size) != null) {
      throw new IllegalStateException("two places are named " + name);
    }
  }

  /** How many bytes there are. */
  int size() {
    return size;
  }

  /** Appends four bytes that are to hold the distance of a label, or of a place of the data. */
  void refer(int word, String target, Distance distance) {
    references.add(new Reference(size, target, distance));
    number(word);
  }

  /** Appends four bytes, the lowest first. */
  void number(int value) {
    byte[] four = new byte[Integer.BYTES];
    write(four, 0, value);
    append(four);
  }

  void append(byte[] more) {
    if (size + more.length > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (size + more.length));
    }
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
  }

  /** Where a label is. */
  int offset(String label) {
    return find(label).orElseThrow(() -> new IllegalStateException("no place named " + label));
  }

  private OptionalInt find(String label) {
    Integer found = labels.get(label);
    return found == null ? OptionalInt.empty() : OptionalInt.of(found);
  }

  /**
   * The code.
   *
   * @param address where it will stand
   * @param data where the places of the data will be
   */
  byte[] toBytes(int address, Map<String, Integer> data) {
    byte[] result = Arrays.copyOf(bytes, size);
    for (Reference each : references) {
      int target =
          data.containsKey(each.target) ? data.get(each.target) : address + offset(each.target);
      int word = each.distance.in(read(result, each.at), target - (address + each.at));
      write(result, each.at, word);
    }
    return result;
  }

  private static int read(byte[] from, int at) {
    int word = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      word |= (from[at + i] & 0xff) << (8 * i);
    }
    return word;
  }

  private static void write(byte[] to, int at, int word) {
    for (int i = 0; i < Integer.BYTES; i++) {
      to[at + i] = (byte) (word >> (8 * i));
    }
  }
}
