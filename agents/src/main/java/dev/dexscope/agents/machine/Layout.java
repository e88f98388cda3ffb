package dev.dexscope.agents.machine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The numbers that machine code and Java share: places in the library's data, fields of the record
 * of a call, numbers of calls.
 */
final class Layout {
  /** The address of what is told of a call before it happens, and behind it. */
  static final String BEFORE = "before";

  static final String BEHIND = "behind";

  /** HotSpot's functions, by their numbers in the specification. */
  static final String FUNCTIONS = "functions";

  static final String GET_ENV = "get_env_of_hotspot";
  static final String FIND_CLASS = "find_class_of_hotspot";

  /** The JavaVM that agents get. */
  static final String JAVA_VM = "java_vm";

  /** HotSpot's own JavaVM. */
  static final String HOST_VM = "java_vm_of_hotspot";

  /**
   * A reference to the class whose methods JNI calls, 0 until Java is to be asked by it; and their
   * jmethodIDs.
   */
  static final String ASKED = "asked";

  static final String ASKED_BEFORE = "asked_before";
  static final String ASKED_BEHIND = "asked_behind";

  /**
   * HotSpot's functions of JNI, with those that we replace; and what agents have in their place.
   */
  static final String JNI_FUNCTIONS = "jni_functions";

  static final String JNI_OF_AGENTS = "jni_of_agents";

  /** For each environment its address and its callbacks of {@link #DIRECT_EVENTS}. */
  static final String CALLBACKS = "callbacks";

  /** Events that reach agents without Java, where it is known that they may. */
  static final int[] DIRECT_EVENTS = {65, 66, 60};

  static final int MOST_ENVIRONMENTS = 16;

  /** The bytes that each of them has. */
  static final int CALLBACKS_SIZE = 32;

  /**
   * The last of the classes of the JDK that our own code has loaded and of which agents have not
   * been told; 0 for none. Each is in memory of its own: the one before it, an environment's
   * address, one more for ClassPrepare, and a global reference.
   */
  static final String UNHEARD = "unheard";

  static final int UNHEARD_ENVIRONMENT = 8;
  static final int UNHEARD_TYPE = 16;
  static final int UNHEARD_SIZE = 24;

  /**
   * The layout of the known facts of methods. Each has two words: eight times the jmethodID, one
   * more for those that are not shown, two more for those of dex code, four more for those below
   * which no method is shown; and where the addresses of dex code are, or 0: the jmethodID again, a
   * count, and for each of so many addresses of HotSpot's the one of the dex instruction there, as
   * an int. Its bits are inverted where the instruction does not begin there.
   */
  static final String METHODS = "methods";

  static final int METHODS_SIZE = 16;

  /** Where the second word is in one, and the addresses in what it leads to. */
  static final int METHODS_ADDRESSES = 8;

  static final int ADDRESSES = 16;

  /** How many are known at a time; a power of 2. */
  static final int METHODS_COUNT = 1 << 14;

  /** Whether Java is asked about all steps in dex code: 0 for no. */
  static final String ASKS_STEPS = "asks_steps";

  /**
   * Where the thread's own counter is, from its thread pointer; set by the dynamic linker. The word
   * behind it is 1 for a thread whose calls and steps are nobody's. What the thread's own method is
   * to return follows.
   */
  static final String NESTING = "nesting";

  /**
   * Behind the counter: 0 outside of callbacks, 1 in one that has forced no return, else the number
   * of the function that forces it; its value; its environment.
   */
  static final int FORCED = 8;

  static final int FORCED_VALUE = 16;
  static final int FORCED_ENVIRONMENT = 24;

  /** How many bytes each thread has. */
  static final int THREAD_SIZE = 32;

  /** Whether agents may force returns: 0 for no. */
  static final String FORCES = "forces";

  static final int FORCE_OBJECT_FUNCTION = 81;

  /** The functions of JVM TI have numbers from 1 on, and none beyond this one. */
  static final int LAST_FUNCTION = 156;

  /** The numbers of those that machine code calls. */
  static final int FRAME_COUNT_FUNCTION = 16;

  static final int ALLOCATE_FUNCTION = 46;
  static final int DEALLOCATE_FUNCTION = 47;
  static final int SIGNATURE_FUNCTION = 48;
  static final int LOADER_FUNCTION = 57;
  static final int STACK_TRACE_FUNCTION = 104;
  static final int DISPOSE_FUNCTION = 127;
  static final int POTENTIAL_CAPABILITIES_FUNCTION = 140;
  static final int ADD_CAPABILITIES_FUNCTION = 142;

  /** The beginning of the signatures of our own classes, "Ldev/dex", as a word. */
  static final long SIGNATURE_OF_OURS = 0x7865_642f_7665_644cL;

  /** Events have their number and this. */
  static final int EVENTS = 150;

  static final int FIRST_EVENT = 50;
  static final int LAST_EVENT = 88;

  /** So many words of a callback's arguments are on the stack at most (FieldModification). */
  static final int MOST_ON_STACK = 4;

  /** ClassFileLoadHook, ClassLoad, ClassPrepare. */
  static final int FIRST_CLASS_EVENT = 54;

  static final int LAST_CLASS_EVENT = 56;

  /** SingleStep, MethodEntry, MethodExit. */
  static final int STEP_EVENT = 60;

  static final int ENTRY_EVENT = 65;
  static final int EXIT_EVENT = 66;

  static final int FIND_CLASS_CALL = 250;
  static final int GET_ENV_CALL = 251;

  /**
   * Fields of a call's record: six arguments, then these; the first has the address of the other
   * arguments.
   */
  static final int MORE_ARGUMENTS = 48;

  static final int NUMBER = 56;
  static final int RESULT = 64;
  static final int FRAMES = 72;
  static final int FLOATING = 80;

  /** As many frames of a stack are given without Java at most. */
  static final int MOST_FRAMES = 128;

  /**
   * So many more are read at first, since there are two between the program's first method and the
   * last one that need be looked at; then as many as may be hidden elsewhere.
   */
  static final int LAUNCHER_FRAMES = 3;

  static final int HIDDEN_FRAMES = 32;

  /** The bytes that they all take. */
  static final int STACK_FRAMES = 16 * (MOST_FRAMES + HIDDEN_FRAMES);

  /** The tag of what heap walks do not show. */
  static final long HIDDEN_TAG = 0x7de8_c0de_4f6e_7a31L;

  /** The bytes that each entry into the code has. */
  static final int ENTRY = 16;

  private static final Map<String, Integer> PLACES = places();

  private Layout() {}

  /** The places of the data, with their offsets. */
  static Map<String, Integer> data() {
    return PLACES;
  }

  private static Map<String, Integer> places() {
    Map<String, Integer> places = new LinkedHashMap<>();
    int offset = 0;
    String[] words = {
      NESTING,
      BEFORE,
      BEHIND,
      GET_ENV,
      FIND_CLASS,
      JAVA_VM,
      HOST_VM,
      ASKED,
      ASKED_BEFORE,
      ASKED_BEHIND,
      UNHEARD,
      ASKS_STEPS,
      FORCES
    };
    for (String word : words) {
      places.put(word, offset);
      offset += 8;
    }
    places.put(CALLBACKS, offset);
    offset += MOST_ENVIRONMENTS * CALLBACKS_SIZE;
    places.put(FUNCTIONS, offset);
    offset += 8 * (LAST_FUNCTION + 1);
    places.put(JNI_FUNCTIONS, offset);
    offset += 8 * Jni.FUNCTIONS;
    places.put(JNI_OF_AGENTS, offset);
    offset += 8 * Jni.FUNCTIONS;
    places.put(METHODS, offset);
    return Collections.unmodifiableMap(places);
  }

  /** The offset of a place in the data. */
  static int offset(String place) {
    return Objects.requireNonNull(PLACES.get(place));
  }

  /** How many bytes the data have. */
  static int dataSize() {
    return offset(METHODS) + METHODS_SIZE * METHODS_COUNT;
  }
}
