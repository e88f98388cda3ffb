package dev.dexscope.agents.jvmti;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The events of the JVM Tool Interface, by their numbers in its specification. */
public enum Event {
  VM_INIT(50, Phase.LIVE, Source.VM),
  VM_DEATH(51, Phase.LIVE, Source.VM),
  THREAD_START(52, Phase.START, Source.SHOWN_THREADS),
  THREAD_END(53, Phase.START, Source.SHOWN_THREADS),
  CLASS_FILE_LOAD_HOOK(54, Phase.START, Source.SHOWN_CLASSES),
  CLASS_LOAD(55, Phase.START, Source.SHOWN_CLASSES),
  CLASS_PREPARE(56, Phase.START, Source.SHOWN_CLASSES),
  VM_START(57, Phase.START, Source.VM),
  EXCEPTION(58, Phase.LIVE, Source.CODE),
  EXCEPTION_CATCH(59, Phase.LIVE, Source.CODE),
  SINGLE_STEP(60, Phase.LIVE, Source.CODE),
  FRAME_POP(61, Phase.LIVE, Source.CODE),
  BREAKPOINT(62, Phase.LIVE, Source.CODE),
  FIELD_ACCESS(63, Phase.LIVE, Source.CODE),
  FIELD_MODIFICATION(64, Phase.LIVE, Source.CODE),
  METHOD_ENTRY(65, Phase.LIVE, Source.CODE),
  METHOD_EXIT(66, Phase.LIVE, Source.CODE),
  NATIVE_METHOD_BIND(67, Phase.START, Source.CODE),
  COMPILED_METHOD_LOAD(68, Phase.START, Source.CODE),
  COMPILED_METHOD_UNLOAD(69, Phase.START, Source.CODE),
  DYNAMIC_CODE_GENERATED(70, Phase.START, Source.HOTSPOT),
  DATA_DUMP_REQUEST(71, Phase.LIVE, Source.HOTSPOT),
  MONITOR_WAIT(73, Phase.LIVE, Source.SHOWN_THREADS),
  MONITOR_WAITED(74, Phase.LIVE, Source.SHOWN_THREADS),
  MONITOR_CONTENDED_ENTER(75, Phase.LIVE, Source.SHOWN_THREADS),
  MONITOR_CONTENDED_ENTERED(76, Phase.LIVE, Source.SHOWN_THREADS),
  RESOURCE_EXHAUSTED(80, Phase.LIVE, Source.HOTSPOT),
  GARBAGE_COLLECTION_START(81, Phase.LIVE, Source.HOTSPOT),
  GARBAGE_COLLECTION_FINISH(82, Phase.LIVE, Source.HOTSPOT),
  OBJECT_FREE(83, Phase.LIVE, Source.HOTSPOT),
  VM_OBJECT_ALLOC(84, Phase.LIVE, Source.SHOWN_OBJECTS),
  SAMPLED_OBJECT_ALLOC(86, Phase.LIVE, Source.SHOWN_OBJECTS),
  VIRTUAL_THREAD_START(87, Phase.LIVE, Source.HOTSPOT),
  VIRTUAL_THREAD_END(88, Phase.LIVE, Source.HOTSPOT);

  /** Who tells agents of it. */
  public enum Source {
    /** HotSpot, without anybody between. */
    HOTSPOT,
    /** HotSpot, for threads that are none of ours. */
    SHOWN_THREADS,
    /** HotSpot, for classes that are none of ours. */
    SHOWN_CLASSES,
    /** HotSpot, for objects of classes that are none of ours, on threads that are not. */
    SHOWN_OBJECTS,
    /** HotSpot, for methods that are none of ours, at places in dex code. */
    CODE,
    /** The VM. */
    VM
  }

  /** The number of the first one; what a table of callbacks begins with. */
  public static final int FIRST = 50;

  /** How many places a table of callbacks has. */
  public static final int COUNT = 39;

  private static final @Nullable Event[] BY_NUMBER = new Event[FIRST + COUNT];

  static {
    for (Event each : values()) {
      BY_NUMBER[each.number] = each;
    }
  }

  private final int number;
  private final Phase earliest;
  private final Source source;

  Event(int number, Phase earliest, Source source) {
    this.number = number;
    this.earliest = earliest;
    this.source = source;
  }

  /** The event of a number; null when there is none. */
  public static @Nullable Event of(int number) {
    return number < FIRST || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }

  /** Its number in the specification. */
  public int number() {
    return number;
  }

  /** Its place in a table of callbacks. */
  public int index() {
    return number - FIRST;
  }

  /** The first phase in which agents are told of it. */
  public Phase earliest() {
    return earliest;
  }

  /** Who tells of it. */
  public Source source() {
    return source;
  }

  /** Its name in the specification. */
  public String specifiedName() {
    var name = new StringBuilder();
    for (String word : name().split("_")) {
      name.append(
          word.equals("VM") ? word : word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
