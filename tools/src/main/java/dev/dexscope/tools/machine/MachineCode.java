package dev.dexscope.tools.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Machine code that is being written, with labels, and references to places in the data. */
final class MachineCode {
  /** Four bytes that are to hold the distance of a target from the byte behind them. */
  private record Reference(int at, String target) {}

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

  /** Appends bytes, given in hexadecimal. */
  void code(String hex) {
    append(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  /** Appends bytes and the distance to a label, or to a place of the data. */
  void code(String hex, String target) {
    code(hex);
    references.add(new Reference(size, target));
    number(0);
  }

  /** Appends four bytes, the lowest first. */
  void number(int value) {
    append(
        new byte[] {(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)});
  }

  /** Appends what never runs, up to a multiple of some bytes. */
  void align(int to) {
    while (size % to != 0) {
      code("cc");
    }
  }

  private void append(byte[] more) {
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
      int distance = target - (address + each.at + Integer.BYTES);
      for (int i = 0; i < Integer.BYTES; i++) {
        result[each.at + i] = (byte) (distance >> (8 * i));
      }
    }
    return result;
  }
}
