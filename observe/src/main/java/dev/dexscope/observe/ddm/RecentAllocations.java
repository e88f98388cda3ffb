package dev.dexscope.observe.ddm;

import dev.dexscope.observe.inspect.AllocationRecord;
import dev.dexscope.vm.runtime.StackTraces;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Allocation records as the chunk REAL has them: entries and frames of numbers, then the tables of
 * class names (descriptors), method names and files that the numbers are of.
 */
public final class RecentAllocations {
  private static final int HEADER = 15;
  private static final int ENTRY = 9;
  private static final int FRAME = 8;
  private static final int MOST = 0xffff;

  /** Texts with their places. */
  private static final class Table {
    private final Map<String, Integer> places = new LinkedHashMap<>();

    int place(String text) {
      return places.computeIfAbsent(text, _ -> places.size());
    }

    /** Returns whether the texts of one more record have numbers of two bytes. */
    boolean hasRoom() {
      return places.size() < MOST - Byte.MAX_VALUE;
    }

    void write(DataOutputStream out) throws IOException {
      for (String each : places.keySet()) {
        out.writeInt(each.length());
        out.writeChars(each);
      }
    }
  }

  private final Table classes = new Table();
  private final Table methods = new Table();
  private final Table files = new Table();

  private RecentAllocations() {}

  /**
   * The chunk's data.
   *
   * @param records the newest first; as many as it can hold are taken
   */
  public static byte[] encode(List<AllocationRecord> records) {
    try {
      return new RecentAllocations().data(records);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] data(List<AllocationRecord> records) throws IOException {
    var entries = new ByteArrayOutputStream();
    var out = new DataOutputStream(entries);
    int count = 0;
    for (AllocationRecord each : records) {
      if (count == MOST || !classes.hasRoom() || !methods.hasRoom() || !files.hasRoom()) {
        break;
      }
      entry(each, out);
      count++;
    }
    var data = new ByteArrayOutputStream();
    out = new DataOutputStream(data);
    out.writeByte(HEADER);
    out.writeByte(ENTRY);
    out.writeByte(FRAME);
    out.writeShort(count);
    out.writeInt(HEADER + entries.size());
    out.writeShort(classes.places.size());
    out.writeShort(methods.places.size());
    out.writeShort(files.places.size());
    entries.writeTo(out);
    classes.write(out);
    methods.write(out);
    files.write(out);
    return data.toByteArray();
  }

  private void entry(AllocationRecord made, DataOutputStream out) throws IOException {
    out.writeInt((int) Math.min(made.size(), Integer.MAX_VALUE));
    out.writeShort(made.threadId());
    out.writeShort(classes.place(made.descriptor()));
    out.writeByte(made.stack().size());
    for (StackTraceElement each : made.stack()) {
      String file = StackTraces.getFileName(each);
      out.writeShort(classes.place('L' + each.getClassName().replace('.', '/') + ';'));
      out.writeShort(methods.place(each.getMethodName()));
      out.writeShort(files.place(file == null ? "" : file));
      // Where no line is known the element has an address.
      out.writeShort(file == null ? -1 : each.getLineNumber());
    }
  }
}
