package dev.dexscope.observe.inspect;

import dev.dexscope.observe.hprof.ObjectSizes;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.instrument.AllocationHooks;
import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.interpret.InterpretedMethod;
import dev.dexscope.vm.runtime.Allocations;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.StackTraces;
import dev.dexscope.vm.runtime.VmContext;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The allocations of the program, with their places. While recording is on, each of them is
 * recorded; the last {@value #CAPACITY} are kept.
 *
 * <pre>{@code
 * AllocationRecords.start();
 * ...
 * for (AllocationRecord each : AllocationRecords.recent()) {
 *   out.println(each.size() + " bytes, " + each.descriptor() + " at " + each.stack().getFirst());
 * }
 * AllocationRecords.stop();
 * }</pre>
 *
 * <p>Where an {@link AllocationSource} reports, all objects of the program's threads are recorded;
 * elsewhere, and if asked for, those that the program's own code makes: objects, arrays, clones.
 * For these, translated code contains hooks while recording is on.
 */
public final class AllocationRecords {
  /** The number of records kept, as in Dalvik. */
  public static final int CAPACITY = 65_536;

  /** The default number of frames of a record. */
  public static final int DEFAULT_DEPTH = 16;

  private static final int MOST_FRAMES = 512;

  private volatile int depth = DEFAULT_DEPTH;

  private static final String OURS = "dev.dexscope.";

  private static final String INTERPRETER = OURS + "vm.interpret.";
  private static final String TRACER = OURS + "observe.trace.";
  private static final String STAND_IN = "org.robolectric.";
  private static final String LINKING = "java.lang.invoke.MethodHandleNatives";
  private static final Pattern LIBRARY = Pattern.compile("(java|javax|jdk|sun)\\.");

  private static final StackWalker WALKER = StackWalker.getInstance();

  private @Nullable Running running;
  private volatile Consumer<AllocationRecord> listener = _ -> {};

  private AllocationRecords() {}

  private static AllocationRecords ofVm() {
    return VmContext.current().part(AllocationRecords.class, AllocationRecords::new);
  }

  /** Sets the number of frames of future records. */
  public static void setDepth(int frames) {
    ofVm().depth = Math.clamp(frames, 0, MOST_FRAMES);
  }

  /**
   * Sets the listener of each record, called by the thread that allocates the object. The
   * listener's own allocations are not recorded.
   */
  public static void tell(Consumer<AllocationRecord> who) {
    ofVm().listener = who;
  }

  /**
   * Begins to record all objects, if they are reported here, or else those of the program's own
   * code; nothing happens where a recording is under way.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void start() throws IOException {
    ofVm().begin(source());
  }

  /**
   * The same with the objects that the program's own code makes.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void startOfProgram() throws IOException {
    ofVm().begin(null);
  }

  /** Returns whether recordings have all objects. */
  public static boolean areComplete() {
    return source() != null;
  }

  /** Null also for interpreted programs: HotSpot reports the interpreter's own objects as well. */
  private static @Nullable AllocationSource source() {
    if (Vm.isInterpreting()) {
      return null;
    }
    for (AllocationSource each :
        ServiceLoader.load(AllocationSource.class, AllocationRecords.class.getClassLoader())) {
      if (each.isAvailable()) {
        return each;
      }
    }
    return null;
  }

  private synchronized void begin(@Nullable AllocationSource source) throws IOException {
    if (running != null) {
      return;
    }
    var recorder = new Recorder(Heap.sizes());
    if (source != null) {
      source.begin(recorder);
      running = new Running(recorder, source::end);
      return;
    }
    LoadedClasses classes = ProgramClasses.hooked(AllocationHooks::apply);
    Allocations.tell(recorder);
    try {
      classes.hook();
    } catch (IOException e) {
      Allocations.tell(null);
      throw e;
    }
    running =
        new Running(
            recorder,
            () -> {
              Allocations.tell(null);
              classes.unhook();
            });
  }

  /** Ends the recording and discards the records. */
  public static void stop() {
    ofVm().end();
  }

  private synchronized void end() {
    Running ending = running;
    if (ending != null) {
      running = null;
      ending.end.run();
    }
  }

  /** Returns whether allocations are recorded. */
  public static boolean isOn() {
    return ofVm().recorder() != null;
  }

  /**
   * Returns how many objects were made since the start, also those whose records were overwritten.
   */
  public static long count() {
    Recorder recorder = ofVm().recorder();
    return recorder == null ? 0 : recorder.count();
  }

  /** Returns the last records, the newest first. */
  public static List<AllocationRecord> recent() {
    Recorder recorder = ofVm().recorder();
    return recorder == null ? List.of() : recorder.recent();
  }

  private synchronized @Nullable Recorder recorder() {
    return running == null ? null : running.recorder;
  }

  private record Running(Recorder recorder, Runnable end) {}

  private final class Recorder implements Allocations.Recorder, AllocationSource.Receiver {
    private final ObjectSizes sizes;
    private final ClassValue<Integer> objectSizes =
        new ClassValue<>() {
          @Override
          protected Integer computeValue(Class<?> type) {
            return sizeOf(type);
          }
        };

    /** Frames are few, and records many. */
    private final Map<StackTraceElement, StackTraceElement> frames = new ConcurrentHashMap<>();

    private final @Nullable AllocationRecord[] ring = new AllocationRecord[CAPACITY];
    private long count;

    Recorder(ObjectSizes sizes) {
      this.sizes = sizes;
    }

    @Override
    public void making(Class<?> type) {
      record(type, objectSizes.get(type));
    }

    @Override
    public void made(Object object) {
      Class<?> type = object.getClass();
      record(
          type,
          type.isArray()
              ? sizes.ofArray(type.componentType(), Array.getLength(object))
              : objectSizes.get(type));
    }

    @Override
    public void made(Object object, long size) {
      if (Threads.isGuest(Thread.currentThread()) && !isOfHost()) {
        record(object.getClass(), size);
      }
    }

    /**
     * Whether the innermost frame that is neither the class library's nor on the way of a program's
     * call through this VM is the host's: of the interpreter, which runs methods that are too large
     * to be translated, of a trace, which is told of calls, of HotSpot's linking of call sites, or
     * of what stands in for an app's device.
     */
    private static boolean isOfHost() {
      return WALKER.walk(all -> {
        Iterator<StackWalker.StackFrame> frames = all.iterator();
        while (frames.hasNext()) {
          String name = frames.next().getClassName();
          if (name.startsWith(INTERPRETER) || name.startsWith(TRACER) || name.equals(LINKING)) {
            return true;
          }
          if (!StackTraces.isHidden(name) && !LIBRARY.matcher(name).lookingAt()) {
            return name.startsWith(OURS) || name.startsWith(STAND_IN);
          }
        }
        return false;
      });
    }

    private int sizeOf(Class<?> type) {
      int references = 0;
      int otherBytes = 0;
      for (Class<?> each = type; each != null; each = each.getSuperclass()) {
        for (String descriptor : fields(each)) {
          if (descriptor.length() == 1) {
            otherBytes += ObjectSizes.ofPrimitive(descriptor);
          } else {
            references++;
          }
        }
      }
      return sizes.of(references, otherBytes);
    }

    /** Returns the instance fields of a class: reflection would load the types of the fields. */
    private static List<String> fields(Class<?> type) {
      GuestCode code = Linkage.code(type.getClassLoader());
      if (code != null) {
        return code.declarations().instanceFields(type.getName());
      }
      List<String> descriptors = new ArrayList<>();
      for (Field each : type.getDeclaredFields()) {
        if (!Modifier.isStatic(each.getModifiers())) {
          descriptors.add(each.getType().descriptorString());
        }
      }
      return descriptors;
    }

    private void record(Class<?> type, long size) {
      Thread thread = Thread.currentThread();
      var made =
          new AllocationRecord(type.descriptorString(), size, Threads.idOf(thread), stack(thread));
      add(made);
      listener.accept(made);
    }

    private List<StackTraceElement> stack(Thread thread) {
      // Interpreted methods are found by the whole stack, those of HotSpot by its top.
      List<StackTraceElement> stack =
          InterpretedMethod.topFrame(thread) == null
              ? WALKER.walk(all ->
                  all.filter(frame ->
                          !StackTraces.isHidden(frame.getClassName(), frame.getLineNumber()))
                      .limit(depth)
                      .map(frame -> StackTraces.shown(frame.toStackTraceElement()))
                      .toList())
              : Arrays.asList(StackTraces.guestView(thread, thread.getStackTrace()));
      // Thread.getStackTrace shows itself.
      int own =
          !stack.isEmpty() && stack.getFirst().getMethodName().equals("getStackTrace") ? 1 : 0;
      List<StackTraceElement> kept = new ArrayList<>();
      for (StackTraceElement each : stack.subList(own, Math.min(own + depth, stack.size()))) {
        StackTraceElement known = frames.putIfAbsent(each, each);
        kept.add(known == null ? each : known);
      }
      return List.copyOf(kept);
    }

    private synchronized void add(AllocationRecord made) {
      ring[(int) (count++ % CAPACITY)] = made;
    }

    synchronized long count() {
      return count;
    }

    synchronized List<AllocationRecord> recent() {
      List<AllocationRecord> recent = new ArrayList<>();
      for (long i = count - 1; i >= Math.max(0, count - CAPACITY); i--) {
        AllocationRecord each = ring[(int) (i % CAPACITY)];
        if (each != null) {
          recent.add(each);
        }
      }
      return recent;
    }
  }
}
