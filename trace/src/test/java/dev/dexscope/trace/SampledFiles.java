package dev.dexscope.trace;

import dev.dexscope.base.bytes.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Small profiles of other tools, written by their specifications. */
final class SampledFiles {
  private static final long PID = 70;
  private static final long TID = 71;
  private static final long CODE = 0x7000_0000L;
  private static final long KERNEL_CODE = 0xffffffc0_00080000L;
  private static final long KERNEL_MARK = -128;
  private static final long USER_MARK = -512;

  private SampledFiles() {}

  /** Little-endian bytes in the making. */
  private static final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Bytes u2(int... values) {
      for (int value : values) {
        out.write(value);
        out.write(value >> 8);
      }
      return this;
    }

    Bytes u4(long... values) {
      for (long value : values) {
        u2((int) value, (int) (value >> 16));
      }
      return this;
    }

    Bytes u8(long... values) {
      for (long value : values) {
        out.writeBytes(
            ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
      }
      return this;
    }

    Bytes text(String value) {
      return bytes((value + '\0').getBytes(StandardCharsets.UTF_8));
    }

    Bytes bytes(byte[] value) {
      out.writeBytes(value);
      return this;
    }

    int size() {
      return out.size();
    }

    byte[] all() {
      return out.toByteArray();
    }
  }

  private static byte[] record(int type, int misc, Bytes body) {
    return new Bytes().u4(type).u2(misc, 8 + body.size()).bytes(body.all()).all();
  }

  private static byte[] map(long start, long length, long offset, String path, int misc) {
    return map(start, length, offset, path, misc, 5);
  }

  private static byte[] map(
      long start, long length, long offset, String path, int misc, int protection) {
    long pid = misc == 1 ? -1 : PID;
    var body = new Bytes().u4(pid, 0).u8(start, length, offset).u8(0, 0, 0);
    return record(10, misc, body.u4(protection, 0).text(path));
  }

  /** IP, TID, TIME, PERIOD, CALLCHAIN, according to sample type 0x127. */
  private static byte[] sample(long time, long period, long... innermostFirst) {
    var body = new Bytes().u8(innermostFirst[0]).u4(PID, TID).u8(time, period);
    body.u8(innermostFirst.length).u8(innermostFirst);
    return record(9, 2, body);
  }

  /**
   * A recording of simpleperf: a thread in a library, in compiled Java code and in the kernel.
   *
   * @param isNew whether files are described by messages
   */
  static byte[] perfData(boolean isNew, int event) {
    var records = new Bytes();
    records.bytes(record(3, 0, new Bytes().u4(PID, TID).text("worker")));
    records.bytes(map(CODE, 0x1000, 0x2000, "/system/lib64/libfast.so", 2));
    records.bytes(map(CODE + 0x10000, 0x1000, 0, "/data/app/base.odex", 2));
    records.bytes(map(KERNEL_CODE, 0x100000, 0, "[kernel.kallsyms]_text", 1));
    long java = CODE + 0x10010;
    records.bytes(sample(1_000_000, 250_000, USER_MARK, CODE + 0x110, java));
    records.bytes(sample(1_250_000, 250_000, USER_MARK, CODE + 0x118, java));
    records.bytes(
        sample(9_000_000, 250_000, KERNEL_MARK, KERNEL_CODE + 0x40, USER_MARK, CODE + 0x900, java));

    byte[] files = isNew ? fileMessages() : fileStructures();
    return file(records.all(), files, isNew, event);
  }

  /**
   * A recording of dex code: the runtime's interpreter runs a method of a dex file that is mapped
   * as data, and enters its compiled code; another compiled method calls a native one. A part of
   * the compiled code is mapped over a library.
   */
  static byte[] perfOfDexCode() {
    long art = CODE;
    long dex = CODE + 0x10000;
    long cache = CODE + 0x20000;
    String jit = "/data/local/tmp/perf.data_jit_app_cache:0-800";
    var records = new Bytes();
    records.bytes(record(3, 0, new Bytes().u4(PID, TID).text("worker")));
    records.bytes(map(art, 0x1000, 0, "/apex/com.android.art/lib64/libart.so", 2));
    records.bytes(map(dex, 0x1000, 0, "/data/app/base.apk!/classes2.dex", 2, 1));
    records.bytes(map(cache - 0x1000, 0x3000, 0, "/system/lib64/libfast.so", 2));
    records.bytes(map(cache, 0x1000, 0, jit, 2, 0x4005));
    long interpreter = art + 0x10;
    long run = dex + 0x10;
    records.bytes(sample(1_000_000, 250_000, USER_MARK, interpreter, interpreter, run));
    records.bytes(
        sample(1_250_000, 250_000, USER_MARK, cache + 0x10, art + 0x30, interpreter, run));
    records.bytes(sample(1_500_000, 250_000, USER_MARK, art + 0x50, art + 0x70, cache + 0x50, run));
    records.bytes(sample(1_750_000, 250_000, USER_MARK, cache + 0x1110, run));
    records.bytes(sample(2_000_000, 250_000, USER_MARK, cache - 0x110, run));
    var files = new Bytes();
    for (ProtoWriter each :
        new ProtoWriter[] {
          file(
                  "/apex/com.android.art/lib64/libart.so",
                  2,
                  0,
                  symbol(0x10, 0x10, "ExecuteSwitchImpl"))
              .message(4, symbol(0x30, 0x10, "art_quick_to_interpreter_bridge"))
              .message(4, symbol(0x50, 0x10, "Thread_sleep"))
              .message(4, symbol(0x70, 0x10, "art_quick_generic_jni_trampoline")),
          file("/data/app/base.apk!/classes2.dex", 3, 0, symbol(0x10, 0x20, "app.fast.Main.run")),
          file(jit, 2, 0, symbol(cache + 0x10, 0x20, "void app.fast.Main.run()"))
              .message(4, symbol(cache + 0x50, 0x20, "void app.fast.Main.rest(int) [DEDUPED]"))
        }) {
      byte[] bytes = each.toBytes();
      files.u4(bytes.length).bytes(bytes);
    }
    return file(records.all(), files.all(), true, 0);
  }

  private static byte[] file(byte[] all, byte[] files, boolean isNew, int event) {
    var attribute = new Bytes();
    // type, size, config, frequency, what samples have, read format, flags: by frequency
    attribute.u4(1, 64).u8(event, 4000, 0x127, 0, 1 << 10, 0, 0);
    int attributes = 104;
    int data = attributes + 80;
    byte[] info =
        new Bytes()
            .text("app_package_name")
            .text("app.fast")
            .text("simpleperf_version")
            .text("1")
            .all();
    int features = data + all.length;
    int body = features + 32;
    long[] bits = {0, 0, isNew ? 1 << 1 | 1 << 4 : 3, 0};
    var file = new Bytes().bytes("PERFILE2".getBytes(StandardCharsets.US_ASCII));
    file.u8(104, 80, attributes, 80, data, all.length, 0, 0).u8(bits);
    file.bytes(attribute.all()).u8(0, 0).bytes(all);
    byte[] first = isNew ? info : files;
    byte[] second = isNew ? files : info;
    file.u8(body, first.length, body + first.length, second.length);
    return file.bytes(first).bytes(second).all();
  }

  private static byte[] fileStructures() {
    var library = new Bytes().text("/system/lib64/libfast.so").u4(2).u8(0x3000).u4(1);
    library.u8(0x3100).u4(0x40).text("fast_path").u8(0x2000);
    var odex = new Bytes().text("/data/app/base.odex").u4(3).u8(0).u4(1);
    odex.u8(0x10).u4(0x20).text("app.fast.Main.run").u4(0);
    var kernel = new Bytes().text("[kernel.kallsyms]").u4(0).u8(0).u4(1);
    kernel.u8(KERNEL_CODE).u4(0x80).text("sys_read");
    var all = new Bytes();
    for (Bytes each : new Bytes[] {library, odex, kernel}) {
      all.u4(each.size()).bytes(each.all());
    }
    return all.all();
  }

  private static byte[] fileMessages() {
    var all = new Bytes();
    for (ProtoWriter each :
        new ProtoWriter[] {
          file("/system/lib64/libfast.so", 2, 0x3000, symbol(0x3100, 0x40, "fast_path"))
              .message(6, new ProtoWriter().number(1, 0x2000)),
          file("/data/app/base.odex", 3, 0, symbol(0x10, 0x20, "app.fast.Main.run"))
              .message(5, new ProtoWriter()),
          file("[kernel.kallsyms]", 0, 0, symbol(KERNEL_CODE, 0x80, "sys_read"))
        }) {
      byte[] bytes = each.toBytes();
      all.u4(bytes.length).bytes(bytes);
    }
    return all.all();
  }

  private static ProtoWriter file(String path, int type, long min, ProtoWriter symbol) {
    return new ProtoWriter().text(1, path).number(2, type).number(3, min).message(4, symbol);
  }

  private static ProtoWriter symbol(long address, int length, String name) {
    return new ProtoWriter().number(1, address).number(2, length).text(3, name);
  }

  /** The same samples as {@code simpleperf report-sample --protobuf} writes them. */
  static byte[] simpleperfReport(String... events) {
    var out = new Bytes().bytes("SIMPLEPERF".getBytes(StandardCharsets.US_ASCII)).u2(1);
    var info = new ProtoWriter();
    for (String event : events) {
      info.text(1, event);
    }
    message(out, 5, info.text(2, "app.fast"));
    for (int event = 0; event < events.length; event++) {
      for (long time : new long[] {1_000_000, 1_250_000, 9_000_000}) {
        message(
            out,
            1,
            new ProtoWriter()
                .number(1, time)
                .number(2, TID)
                .message(3, entry(1, time > 2_000_000 ? -1 : 0))
                .message(3, entry(0, 0))
                .number(4, 250_000L * (event + 1))
                .number(5, event));
      }
    }
    message(out, 2, new ProtoWriter().number(1, 3).number(2, 5));
    message(out, 3, new ProtoWriter().text(2, "/data/app/base.odex").text(3, "app.fast.Main.run"));
    message(
        out, 3, new ProtoWriter().number(1, 1).text(2, "/system/libfast.so").text(3, "fast_path"));
    message(out, 4, new ProtoWriter().number(1, TID).number(2, PID).text(3, "worker"));
    return out.u4(0).all();
  }

  private static ProtoWriter entry(int file, int symbol) {
    return new ProtoWriter().number(1, 0x3900).number(2, file).number(3, symbol);
  }

  private static void message(Bytes out, int kind, ProtoWriter message) {
    byte[] bytes = new ProtoWriter().message(kind, message).toBytes();
    out.u4(bytes.length).bytes(bytes);
  }

  /** Callstacks of Perfetto's {@code traced_perf}, taken a thousand times a second. */
  static byte[] perfettoSamples() {
    var interned =
        new ProtoWriter()
            .message(5, new ProtoWriter().number(1, 1).text(2, "app.fast.Main.run"))
            .message(5, new ProtoWriter().number(1, 2).text(2, "fast_path"))
            .message(17, new ProtoWriter().number(1, 1).text(2, "base.odex"))
            .message(17, new ProtoWriter().number(1, 2).text(2, "libfast.so"))
            .message(19, new ProtoWriter().number(1, 1).number(7, 1))
            .message(19, new ProtoWriter().number(1, 2).number(7, 2))
            .message(6, new ProtoWriter().number(1, 1).number(2, 1).number(3, 1))
            .message(6, new ProtoWriter().number(1, 2).number(2, 2).number(3, 2))
            .message(7, new ProtoWriter().number(1, 1).number(2, 1).number(2, 2));
    var timebase = new ProtoWriter().number(2, 1000);
    var defaults = new ProtoWriter().message(12, new ProtoWriter().message(1, timebase));
    var out = new Bytes();
    packet(out, new ProtoWriter().number(10, 1).number(13, 1).message(59, defaults));
    packet(out, new ProtoWriter().number(10, 1).message(12, interned));
    for (int i = 0; i < 3; i++) {
      var sample = new ProtoWriter().number(2, PID).number(3, TID).number(4, i == 2 ? 0 : 1);
      packet(
          out, new ProtoWriter().number(8, 1_000_000L * (i + 1)).number(10, 1).message(66, sample));
    }
    return out.all();
  }

  /**
   * A trace with all that Perfetto's {@code StackSample} has: stacks by number and in the sample,
   * tasks and timebases by number, in the sample and by default.
   */
  static byte[] perfettoStackSamples() {
    var wall = new ProtoWriter().text(2, "wall-time").number(3, 1);
    var defaults = new ProtoWriter().message(100, new ProtoWriter().message(2, wall));
    var interned =
        new ProtoWriter()
            .message(5, new ProtoWriter().number(1, 1).text(2, "app.fast.Main.run"))
            .message(5, new ProtoWriter().number(1, 2).text(2, "app.fast.Main.sum"))
            .message(6, new ProtoWriter().number(1, 1).number(2, 1).number(6, 12))
            .message(6, new ProtoWriter().number(1, 2).number(2, 2).number(6, 21))
            .message(7, new ProtoWriter().number(1, 1).number(2, 1).number(2, 2))
            .message(48, new ProtoWriter().number(1, 1).number(2, PID).number(3, TID))
            .message(48, new ProtoWriter().number(1, 2).number(2, PID).number(4, 7))
            .message(
                50, new ProtoWriter().number(1, 1).text(2, "missed").number(3, 6).number(5, 100))
            .message(51, new ProtoWriter().number(1, 7).text(2, "loader"));
    var inline =
        new ProtoWriter()
            .message(1, new ProtoWriter().text(1, "app.fast.Main.run").number(3, 12))
            .message(1, new ProtoWriter().text(1, "app.fast.Main.draw").number(3, 30));
    var task = new ProtoWriter().number(2, PID).number(3, TID);
    ProtoWriter[] samples = {
      new ProtoWriter().number(2, 1).number(6, 1).number(11, 2_000_000),
      new ProtoWriter().message(1, task).message(5, inline).number(11, 1_000_000),
      new ProtoWriter().number(2, 2).number(6, 1).number(11, 3_000_000),
      new ProtoWriter().number(2, 1).number(6, 1).number(10, 1).number(11, 5),
      new ProtoWriter().number(2, 1).message(5, inline).number(10, 1),
      new ProtoWriter().number(2, 1),
    };
    var out = new Bytes();
    packet(out, new ProtoWriter().number(10, 1).number(13, 1).message(59, defaults));
    packet(out, new ProtoWriter().number(10, 1).message(12, interned));
    for (int i = 0; i < samples.length; i++) {
      var packet = new ProtoWriter().number(8, 10_000_000L * (i + 1)).number(10, 1);
      packet(out, packet.message(135, samples[i]));
    }
    return out.all();
  }

  /**
   * The samples of two apps with what tools have added at the end: the functions at an address, one
   * of them inlined, and the names of R8's for one app, whose code the other runs as well.
   */
  static byte[] perfettoWithMappings() {
    var interned =
        new ProtoWriter()
            .message(16, new ProtoWriter().number(1, 1).text(2, "id"))
            .message(5, new ProtoWriter().number(1, 1).text(2, "a.a.a"))
            .message(
                17, new ProtoWriter().number(1, 1).text(2, "/data/app/~~x==/org.shop-y==/base.apk"))
            .message(17, new ProtoWriter().number(1, 2).text(2, "memfd:jit-cache"))
            .message(17, new ProtoWriter().number(1, 3).text(2, "libfast.so"))
            .message(19, new ProtoWriter().number(1, 1).number(7, 1))
            .message(19, new ProtoWriter().number(1, 2).number(7, 2))
            .message(19, new ProtoWriter().number(1, 3).number(2, 1).number(7, 3))
            .message(6, new ProtoWriter().number(1, 1).number(2, 1).number(3, 1).number(6, 2))
            .message(6, new ProtoWriter().number(1, 2).number(2, 1).number(3, 2).number(6, 1))
            .message(6, new ProtoWriter().number(1, 3).number(3, 3).number(4, 0x40))
            .message(7, new ProtoWriter().number(1, 1).number(2, 1).number(2, 2).number(2, 3));
    var tree = new ProtoWriter();
    String[] names = {"org.shop:sync", "org.other"};
    for (int i = 0; i < names.length; i++) {
      tree.message(1, new ProtoWriter().number(1, PID + i).text(3, names[i]).number(5, 10_100 + i));
    }
    var out = new Bytes();
    var timebase = new ProtoWriter().number(2, 1000);
    var defaults = new ProtoWriter().message(12, new ProtoWriter().message(1, timebase));
    packet(out, new ProtoWriter().message(2, tree));
    packet(
        out,
        new ProtoWriter().number(10, 1).number(13, 1).message(12, interned).message(59, defaults));
    for (int i = 0; i < names.length; i++) {
      var sample = new ProtoWriter().number(2, PID + i).number(3, PID + i).number(4, 1);
      packet(
          out, new ProtoWriter().number(8, 1_000_000L * (i + 1)).number(10, 1).message(66, sample));
    }
    var there =
        new ProtoWriter()
            .number(1, 0x40)
            .message(2, new ProtoWriter().text(1, "inlined").number(3, 9))
            .message(2, new ProtoWriter().text(1, "fast_path").number(3, 5));
    packet(out, new ProtoWriter().message(61, new ProtoWriter().text(2, "id").message(3, there)));
    var type = new ProtoWriter().text(1, "a.a").text(2, "shop.Main");
    String[] methods = {"total", "run", "shop.Cart.sum", "run"};
    int[][] lines = {{1, 1, 10}, {2, 2, 20}, {3, 3, 30}, {3, 3, 21}};
    for (int i = 0; i < methods.length; i++) {
      type.message(
          4,
          new ProtoWriter()
              .text(1, "a")
              .text(2, methods[i])
              .number(3, lines[i][0])
              .number(4, lines[i][1])
              .number(5, lines[i][2]));
    }
    packet(
        out, new ProtoWriter().message(64, new ProtoWriter().text(1, "org.shop").message(3, type)));
    return out.all();
  }

  /**
   * Two dumps of {@code heapprofd}, the second in two packets.
   *
   * @param isOld whether the packet has what it refers to, as before Android 11
   */
  static byte[] perfettoHeap(boolean isOld) {
    // In the order of their numbers, in which those that refer stand before their targets.
    var interned = new ProtoWriter();
    int[] numbers = isOld ? new int[] {1, 2, 3, 4, 1} : new int[] {5, 6, 7, 19, 17};
    interned
        .message(numbers[0], new ProtoWriter().number(1, 1).text(2, "malloc"))
        .message(numbers[0], new ProtoWriter().number(1, 2).text(2, "decode"))
        .message(numbers[1], new ProtoWriter().number(1, 1).number(2, 1).number(3, 1))
        .message(numbers[1], new ProtoWriter().number(1, 2).number(2, 2).number(3, 2))
        .message(numbers[2], new ProtoWriter().number(1, 1).number(2, 2).number(2, 1))
        .message(numbers[2], new ProtoWriter().number(1, 2).number(2, 2))
        .message(numbers[3], new ProtoWriter().number(1, 1).number(7, 3))
        .message(numbers[3], new ProtoWriter().number(1, 2).number(7, 4))
        .message(numbers[4], new ProtoWriter().number(1, 3).text(2, "libc.so"))
        .message(numbers[4], new ProtoWriter().number(1, 4).text(2, "libpng.so"));
    var out = new Bytes();
    var first = isOld ? interned : new ProtoWriter();
    first.message(5, heap(1000, allocation(1, 999, 0)));
    var packet = new ProtoWriter().number(10, 1).number(13, 1);
    packet(out, (isOld ? packet : packet.message(12, interned)).message(37, first));
    for (ProtoWriter each : new ProtoWriter[] {allocation(1, 8192, 4096), allocation(2, 100, 0)}) {
      packet(
          out,
          new ProtoWriter()
              .number(10, 1)
              .message(37, new ProtoWriter().message(5, heap(2000, each))));
    }
    return out.all();
  }

  private static ProtoWriter heap(long time, ProtoWriter allocation) {
    return new ProtoWriter().number(1, PID).message(2, allocation).number(9, time);
  }

  private static ProtoWriter allocation(int callstack, long allocated, long freed) {
    return new ProtoWriter().number(1, callstack).number(2, allocated).number(3, freed);
  }

  private static void packet(Bytes out, ProtoWriter packet) {
    out.bytes(new ProtoWriter().message(1, packet).toBytes());
  }
}
