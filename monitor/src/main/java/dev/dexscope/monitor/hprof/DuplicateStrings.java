package dev.dexscope.monitor.hprof;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Finds strings that occur in a heap several times. They are compared by hashes of 64 bits. */
final class DuplicateStrings {
  private static final int MOST_TEXT = 80;
  private static final long PRIME = 0x100000001b3L;
  private static final long SEED = 0xcbf29ce484222325L;

  private final HprofInput in;
  private final HprofObjects objects;
  private final byte[] block = new byte[1 << 13];

  DuplicateStrings(HprofInput in, HprofObjects objects) {
    this.in = in;
    this.objects = objects;
  }

  /** Open addressing; 0 means no hash. */
  private static final class Table {
    private long[] hashes = new long[1 << 12];
    private int[] strings = new int[hashes.length];
    private long[] counts = new long[hashes.length];
    private long[] bytes = new long[hashes.length];
    private int used;

    void add(long hash, int string, long size) {
      if (2 * used > hashes.length) {
        grow();
      }
      int at = place(hash);
      if (hashes[at] == 0) {
        hashes[at] = hash;
        strings[at] = string;
        used++;
      } else {
        bytes[at] += size;
      }
      counts[at]++;
    }

    private int place(long hash) {
      int at = (int) (hash ^ hash >>> 32) & hashes.length - 1;
      while (hashes[at] != 0 && hashes[at] != hash) {
        at = at + 1 & hashes.length - 1;
      }
      return at;
    }

    private void grow() {
      Table larger = new Table(2 * hashes.length);
      for (int i = 0; i < hashes.length; i++) {
        if (hashes[i] != 0) {
          int at = larger.place(hashes[i]);
          larger.hashes[at] = hashes[i];
          larger.strings[at] = strings[i];
          larger.counts[at] = counts[i];
          larger.bytes[at] = bytes[i];
        }
      }
      hashes = larger.hashes;
      strings = larger.strings;
      counts = larger.counts;
      bytes = larger.bytes;
    }

    Table() {}

    private Table(int size) {
      hashes = new long[size];
      strings = new int[size];
      counts = new long[size];
      bytes = new long[size];
    }
  }

  List<HeapDump.DuplicateString> find(int most) throws IOException {
    Table table = new Table();
    long lastArray = -1;
    long hash = 0;
    for (long each : byArray()) {
      int array = (int) (each >>> Integer.SIZE);
      int string = (int) each;
      // Strings may share an array: then it is not wasted.
      boolean isShared = array == lastArray;
      hash = isShared ? hash : hash(array);
      lastArray = array;
      table.add(hash, string, objects.sizes()[string] + (isShared ? 0 : objects.sizes()[array]));
    }
    List<Integer> found = new ArrayList<>();
    for (int at = 0; at < table.hashes.length; at++) {
      if (table.counts[at] > 1) {
        found.add(at);
      }
    }
    found.sort(Comparator.comparingLong(at -> -table.bytes[at]));
    List<HeapDump.DuplicateString> all = new ArrayList<>();
    for (int at : found.subList(0, Math.min(most, found.size()))) {
      all.add(
          new HeapDump.DuplicateString(text(table.strings[at]), table.counts[at], table.bytes[at]));
    }
    return all;
  }

  /** Returns all strings, each after its array, in the order of the arrays in the file. */
  private long[] byArray() throws IOException {
    long[] valueOf = new long[objects.types.size()];
    for (int type = 0; type < valueOf.length; type++) {
      valueOf[type] = valuePlace(type);
    }
    LongList all = new LongList();
    for (int i = 0; i < objects.sizes().length; i++) {
      long offset = valueOf[objects.typeOf()[i]];
      int array = offset < 0 ? -1 : arrayOf(i, offset);
      if (array >= 0) {
        all.add((long) array << Integer.SIZE | i);
      }
    }
    long[] sorted = all.take();
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * Returns the offset of the reference to the text after an instance's id; -1 for other classes.
   */
  private long valuePlace(int type) throws IOException {
    DumpClass of = objects.types.get(type).of();
    return of == null || !of.name.equals("java.lang.String") ? -1 : fieldPlace(of, "value");
  }

  /**
   * Returns the offset of a field of the instance's own class after its id; -1 if it has no such
   * field.
   */
  private long fieldPlace(DumpClass of, String name) throws IOException {
    long at = 2L * in.idSize() + 8;
    for (DumpClass.Field field : of.fields) {
      if (objects.names.text(field.name()).equals(name)) {
        return at;
      }
      at += DumpReader.sizeOf(field.type(), in.idSize());
    }
    return -1;
  }

  private int arrayOf(int string, long offset) throws IOException {
    in.seek(objects.places[string] + offset);
    int array = objects.index().find(in.id());
    boolean isText =
        array >= 0 && objects.types.get(objects.typeOf()[array]).tag() == DumpReader.PRIMITIVES;
    return isText ? array : -1;
  }

  /** Goes to an array's elements; how many bytes they have. */
  private long seekElements(int array) throws IOException {
    in.seek(objects.places[array] + in.idSize() + 4);
    long count = in.u4();
    return count * FieldType.size(in.u1(), in);
  }

  private long hash(int array) throws IOException {
    long left = seekElements(array);
    // What has two bytes for each char is another text than what has one.
    long hash = SEED ^ objects.typeOf()[array] * PRIME;
    while (left > 0) {
      int count = (int) Math.min(left, block.length);
      in.read(block, count);
      for (int i = 0; i < count; i++) {
        hash = (hash ^ (block[i] & 0xff)) * PRIME;
      }
      left -= count;
    }
    hash ^= hash >>> 29;
    return hash == 0 ? 1 : hash;
  }

  private String text(int string) throws IOException {
    DumpClass of = Objects.requireNonNull(objects.types.get(objects.typeOf()[string]).of());
    int array = arrayOf(string, fieldPlace(of, "value"));
    Charset charset = StandardCharsets.ISO_8859_1;
    if (objects.types.get(objects.typeOf()[array]).name().equals("char[]")) {
      charset = StandardCharsets.UTF_16BE;
    } else if (hasTwoBytesForEachChar(of, string)) {
      charset = StandardCharsets.UTF_16LE;
    }
    long length = Math.min(seekElements(array), 2 * MOST_TEXT);
    String text = new String(in.bytes(length), charset);
    return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
  }

  /** HotSpot's strings record it; the bytes are in the machine's order, the lowest first. */
  private boolean hasTwoBytesForEachChar(DumpClass of, int string) throws IOException {
    long coder = fieldPlace(of, "coder");
    if (coder < 0) {
      return false;
    }
    in.seek(objects.places[string] + coder);
    return in.u1() == 1;
  }
}
