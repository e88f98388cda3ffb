package dev.dexscope.wire.ddm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** A chunk of every kind, filled by chance, with what it stands in. */
final class RandomChunks {
  private final Random random;

  RandomChunks(long seed) {
    random = new Random(seed);
  }

  record Placed(Meaning meaning, Chunk chunk) {}

  List<Placed> all() {
    List<Placed> all = new ArrayList<>();
    for (String each :
        List.of(
            "FEAT", "THST", "HPGC", "HPDS", "NHGT", "REAQ", "REAL", "MPRE", "MPSE", "SPSE", "MPRQ",
            "VULW", "DBGD")) {
      all.add(new Placed(Meaning.REQUEST, CommonChunk.Bare.of(each)));
    }
    request(all, new AppChunk.Greeting(i4()));
    request(all, new AppChunk.Exit(i4()));
    request(all, new ThreadChunk.Notify(bit()));
    request(all, new ThreadChunk.StatusInterval(i4()));
    request(all, new ThreadChunk.StackRequest(i4()));
    request(all, new HeapChunk.InfoRequest(u1()));
    request(all, new HeapChunk.SegmentsRequest(ChunkType.of("HPSG"), u1(), u1()));
    request(all, new HeapChunk.SegmentsRequest(ChunkType.of("NHSG"), u1(), u1()));
    request(all, new HeapChunk.DumpRequest(text()));
    request(all, new AllocationChunk.Enable(bit()));
    request(all, new ProfilingChunk.Start(i4(), i4(), text()));
    request(all, new ProfilingChunk.StreamStart(i4(), i4()));
    request(all, new ProfilingChunk.SampleStart(i4(), i4(), i4()));
    request(all, new ProfilingChunk.DraftSwitch(bit()));
    request(all, new ViewChunk.ViewRequest(ChunkType.of("VURT"), i4(), text(), bytes()));
    request(all, new ViewChunk.ViewRequest(ChunkType.of("VUOP"), i4(), text(), bytes()));
    request(all, new ViewChunk.OpenGlTracing(i4()));

    for (String each :
        List.of("EXIT", "THEN", "HPIF", "HPSG", "NHSG", "HPGC", "REAE", "MPRS", "MPSS", "SPSS")) {
      all.add(new Placed(Meaning.REPLY, CommonChunk.Bare.of(each)));
    }
    reply(all, hello());
    reply(all, new AppChunk.Features(list(this::text)));
    reply(all, new ThreadChunk.Status(list(this::threadState)));
    reply(all, new ThreadChunk.Stack(i4(), list(this::frame)));
    reply(all, new ThreadChunk.Locks(list(this::lockState)));
    reply(all, new HeapChunk.Infos(list(this::heapInfo)));
    reply(all, new HeapChunk.DumpResult(u1()));
    reply(all, nativeHeap());
    reply(all, new AllocationChunk.Enabled(bit()));
    reply(all, recent());
    reply(all, new ProfilingChunk.Stopped(u1()));
    reply(all, new ProfilingChunk.State(u1()));
    reply(all, new ViewChunk.Windows(list(this::text)));

    int generation = random.nextInt(3);
    event(
        all,
        new AppChunk.Name(
            text(), generation > 0 ? (Integer) i4() : null, generation > 1 ? text() : null));
    event(all, new AppChunk.Waiting(u1()));
    event(all, new AppChunk.Stage(ChunkType.of("NAMD")));
    event(all, new ThreadChunk.Created(i4(), text()));
    event(all, new ThreadChunk.Renamed(i4(), text()));
    event(all, new ThreadChunk.Died(i4()));
    event(
        all,
        new ThreadChunk.DraftStatus(list(() -> new ThreadChunk.DraftThread(i4(), u1(), bit()))));
    event(all, new HeapChunk.Infos(list(this::heapInfo)));
    for (String each : List.of("HPST", "NHST", "HPEN", "NHEN")) {
      event(all, new HeapChunk.SegmentsEdge(ChunkType.of(each), i4()));
    }
    for (String each : List.of("HPSG", "HPSO", "NHSG")) {
      event(all, HeapChunk.Segment.of(ChunkType.of(each), i4(), u1(), i4(), list(this::run)));
    }
    event(all, new HeapChunk.Dump(bytes()));
    event(all, new ProfilingChunk.Trace(bytes()));
    event(all, new ProfilingChunk.DraftPart(u1(), bytes()));

    for (Meaning each : Meaning.values()) {
      all.add(new Placed(each, new CommonChunk.Failure(i4(), text())));
      all.add(new Placed(each, CommonChunk.Compressed.of(new RawChunk(i4(), bytes()))));
      all.add(new Placed(each, new CommonChunk.Opaque(ChunkType.of("XXXX"), bytes())));
    }
    return all;
  }

  private static void request(List<Placed> all, Chunk chunk) {
    all.add(new Placed(Meaning.REQUEST, chunk));
  }

  private static void reply(List<Placed> all, Chunk chunk) {
    all.add(new Placed(Meaning.REPLY, chunk));
  }

  private static void event(List<Placed> all, Chunk chunk) {
    all.add(new Placed(Meaning.EVENT, chunk));
  }

  private AppChunk.Hello hello() {
    int generation = random.nextInt(6);
    return new AppChunk.Hello(
        i4(),
        i4(),
        text(),
        text(),
        generation > 0 ? (Integer) i4() : null,
        generation > 1 ? text() : null,
        generation > 1 ? text() : null,
        generation > 2 ? (Integer) u1() : null,
        generation > 3 ? text() : null,
        generation > 4 ? (Integer) i4() : null);
  }

  private ThreadChunk.ThreadState threadState() {
    return new ThreadChunk.ThreadState(i4(), u1(), i4(), u4(), u4(), bit());
  }

  private ThreadChunk.LockState lockState() {
    return new ThreadChunk.LockState(i4(), i4(), u1(), text(), i4(), list(this::frame));
  }

  private ThreadChunk.StackFrame frame() {
    return new ThreadChunk.StackFrame(text(), text(), bit() ? null : "A" + text(), i4());
  }

  private HeapChunk.HeapInfo heapInfo() {
    return new HeapChunk.HeapInfo(i4(), random.nextLong(), u1(), u4(), u4(), u4(), u4());
  }

  private HeapChunk.Run run() {
    return new HeapChunk.Run(random.nextInt(8), random.nextInt(16), bit(), 1 + random.nextInt(256));
  }

  private HeapChunk.NativeHeap nativeHeap() {
    int pointer = List.of(0, 4, 8).get(random.nextInt(3));
    int depth = random.nextInt(4);
    Supplier<Long> number = () -> pointer == 8 ? (Long) random.nextLong() : (Long) u4();
    return new HeapChunk.NativeHeap(
        pointer,
        number.get(),
        depth,
        bytes(),
        list(() -> {
          List<Long> stack = new ArrayList<>();
          for (int i = 0; i < depth; i++) {
            stack.add(number.get());
          }
          return new HeapChunk.NativeAllocation(number.get(), number.get(), stack);
        }));
  }

  private AllocationChunk.Recent recent() {
    List<String> classes = filled();
    List<String> methods = filled();
    List<String> files = filled();
    return new AllocationChunk.Recent(
        list(() ->
            new AllocationChunk.Allocation(
                u4(),
                random.nextInt(1 << 16),
                random.nextInt(classes.size()),
                list(() ->
                    new AllocationChunk.AllocationFrame(
                        random.nextInt(classes.size()),
                        random.nextInt(methods.size()),
                        random.nextInt(files.size()),
                        (short) i4())))),
        classes,
        methods,
        files);
  }

  private List<String> filled() {
    List<String> texts = new ArrayList<>(list(this::text));
    texts.add("last");
    return texts;
  }

  private <T> List<T> list(Supplier<T> one) {
    List<T> all = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      all.add(one.get());
    }
    return all;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append((char) random.nextInt(1 << 16));
    }
    return text.toString();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private int i4() {
    return random.nextInt();
  }

  private long u4() {
    return random.nextInt() & 0xffffffffL;
  }

  private int u1() {
    return random.nextInt(256);
  }

  private boolean bit() {
    return random.nextBoolean();
  }
}
