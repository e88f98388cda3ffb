package dev.dexscope.agents.machine;

/**
 * The parts of the code that stands between agents and HotSpot, which each kind of machine has.
 *
 * <p>Agents' calls of JVM TI functions, and HotSpot's calls of agents' event callbacks, come to an
 * <em>entry</em>, which names the call by a number. The code behind it writes the arguments into a
 * record on the stack and asks Java, which may change them, and says where the call shall go on, or
 * what its result is. So no reference passes through Java: an upcall frees those that it was given.
 *
 * <p>A counter of each thread says whether it is in such a question: events of our own code are
 * nobody's.
 */
abstract sealed class LibraryCode permits X64Code, A64Code {
  /** All of it, under the labels of {@link Symbols}. */
  final MachineCode write() {
    entries(Symbols.ENTRIES, "function", 0, Layout.LAST_FUNCTION);
    entries(Symbols.FRAME_ENTRIES, "function_with_frames", 0, Layout.LAST_FUNCTION);
    entries(Symbols.AROUND_ENTRIES, "function_around", 0, Layout.LAST_FUNCTION);
    entries(
        Symbols.AROUND_WITH_FRAMES_ENTRIES, "function_around_with_frames", 0, Layout.LAST_FUNCTION);
    entries(
        Symbols.CLASS_SIGNATURE,
        "function_signature",
        Layout.SIGNATURE_FUNCTION,
        Layout.SIGNATURE_FUNCTION);
    entries(
        Symbols.STACK_TRACE,
        "function_stack_trace",
        Layout.STACK_TRACE_FUNCTION,
        Layout.STACK_TRACE_FUNCTION);
    eventEntries();
    entries(Symbols.JNI_ENTRIES, "jni", 0, Jni.FUNCTIONS - 1);
    function("function", "ask");
    function("function_with_frames", "ask_with_frames");
    function("function_around", "around");
    function("function_around_with_frames", "around_with_frames");
    function("function_signature", "signature");
    function("function_stack_trace", "stack_trace");
    event();
    classEvent();
    methodEvents();
    ask();
    tell();
    askWithFrames();
    around();
    signature();
    stackTrace();
    jni();
    getEnv();
    getJavaVm();
    findClass();
    toLocal();
    bridge();
    heapCallbacks();
    onLoad();
    return code();
  }

  /** The code of an agent that does nothing. */
  final MachineCode writeIdleAgent() {
    code().label(Symbols.ON_LOAD);
    idle();
    return code();
  }

  private void entries(String name, String goesTo, int first, int last) {
    begin(name);
    for (int number = first; number <= last; number++) {
      entry(number, goesTo);
      align(Layout.ENTRY);
    }
  }

  private void eventEntries() {
    begin(Symbols.EVENT_ENTRIES);
    for (int event = Layout.FIRST_EVENT; event <= Layout.LAST_EVENT; event++) {
      entry(Layout.EVENTS + event, Symbols.eventLabel(event));
      align(Layout.ENTRY);
    }
  }

  /** Names a place that others than this code find. */
  final void begin(String name) {
    align(Layout.ENTRY);
    code().label(name);
  }

  /** Returns the code that has been written. */
  abstract MachineCode code();

  /** Goes to a multiple of some bytes; what is between never runs. */
  abstract void align(int bytes);

  /** Names a call by a number, and goes on. */
  abstract void entry(int number, String goesTo);

  /**
   * Goes on to a question. What an agent has put into a class of the JDK may run while Java is
   * asked: it gets HotSpot's answers, because the next question would end as this one does, and so
   * on.
   */
  abstract void function(String name, String goesTo);

  /** Events of threads that are in a question are dropped. */
  abstract void event();

  /**
   * Classes of the JDK that our code loads first stay there for the program: agents are told of
   * them when that code has ended, because it may be asked by an agent that has locked what its
   * callback wants. No agent changes them.
   *
   * <p>They go before the list's first one, which no thread waits for: Java takes the whole list at
   * once. Where there is no memory agents hear nothing.
   */
  abstract void classEvent();

  /** These are many: Java is asked only about methods that have not been seen lately. */
  abstract void methodEvents();

  /** Java says where the call goes on; else its result. */
  abstract void ask();

  /**
   * Calls an agent's callback. Where that has forced what the thread's innermost method returns,
   * HotSpot learns of it when the callback has ended: before, it would take the next Java that runs
   * for that method, as of our answers.
   */
  abstract void tell();

  /**
   * The same with the number of the thread's frames: when Java looks at the current thread's, its
   * own are among them.
   */
  abstract void askWithFrames();

  /** Java is asked before the call, and once more when its result is there. */
  abstract void around();

  /**
   * Java is asked behind the call where the signature is of a class of ours, as those are of the
   * program's first thread and its group. A debugger that steps wants the signature of each class
   * whose methods are called.
   */
  abstract void signature();

  /**
   * Agents ask for the stack at each event, or each object: Java is asked only where a frame's
   * method is not known, or for another part of the stack than its top. Little more is read than
   * the agent wants, because HotSpot takes long for each frame, unless some of it is hidden.
   */
  abstract void stackTrace();

  /**
   * Goes to an agent's function of JNI; on threads that are in a question, or nobody's, to
   * HotSpot's: what the JDK's native methods call for us is no call of the program's.
   */
  abstract void jni();

  /** Environments of JVM TI are ours, all others HotSpot's. */
  abstract void getEnv();

  /** Gives the program's JavaVM. */
  abstract void getJavaVm();

  /** Threads that are in a question get HotSpot's classes. */
  abstract void findClass();

  /** Makes a local reference of a global one, which goes: (JNIEnv, reference). */
  abstract void toLocal();

  /** The native methods of {@link Bridge} and {@link AgentCalls}: (JNIEnv, class, arguments). */
  abstract void bridge();

  /**
   * Callbacks of heap walks that pass over objects whose class, or which themselves, have the
   * hidden tag. What they get for the user's data is a table: the agent's data, its callbacks.
   */
  abstract void heapCallbacks();

  /**
   * Reserves all capabilities for later environments: takes them, and gives its environment back.
   */
  abstract void onLoad();

  /** {@code Agent_OnLoad} of an agent that does nothing. */
  abstract void idle();
}
