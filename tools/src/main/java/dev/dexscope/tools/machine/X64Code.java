package dev.dexscope.tools.machine;

/**
 * The code for x86-64 with the calling convention of System V.
 *
 * <p>Agents' calls of JVM TI functions, and HotSpot's calls of agents' event callbacks, come to an
 * <em>entry</em>, which names the call by a number. The code behind it writes the arguments into a
 * record on the stack and asks Java, which may change them, and says where the call shall go on, or
 * what its result is. So no reference passes through Java: an upcall frees those that it was given.
 *
 * <p>A counter of each thread says whether it is in such a question: events of our own code are
 * nobody's.
 */
final class X64Code {
  /**
   * Exported names of the entries, each the first of its kind; they are {@link Layout#ENTRY} apart.
   */
  static final String ENTRIES = "dexscope_entries";

  static final String FRAME_ENTRIES = "dexscope_frame_entries";
  static final String AROUND_ENTRIES = "dexscope_around_entries";
  static final String AROUND_WITH_FRAMES_ENTRIES = "dexscope_around_with_frames_entries";
  static final String CLASS_SIGNATURE = "dexscope_class_signature";
  static final String EVENT_ENTRIES = "dexscope_event_entries";
  static final String FIND_CLASS = "dexscope_find_class";
  static final String GET_ENV = "dexscope_get_env";
  static final String GET_JAVA_VM = "dexscope_get_java_vm";
  static final String TO_LOCAL = "dexscope_to_local";
  static final String ON_LOAD = "Agent_OnLoad";
  static final String BRIDGE = "Java_dev_dexscope_tools_machine_Bridge_";
  static final String AGENT_CALLS = "Java_dev_dexscope_tools_machine_AgentCalls_";

  /** The numbers of Allocate, Deallocate, GetClassSignature and GetClassLoader. */
  private static final int ALLOCATE_FUNCTION = 46;

  private static final int DEALLOCATE_FUNCTION = 47;
  private static final int SIGNATURE_FUNCTION = 48;
  private static final int LOADER_FUNCTION = 57;

  /** The numbers of JNI's. */
  private static final int THROW = 13;

  private static final int EXCEPTION_OCCURRED = 15;
  private static final int EXCEPTION_CLEAR = 17;
  private static final int DELETE_LOCAL_REF = 23;
  private static final int EXCEPTION_CHECK = 228;

  /** 21. */
  private static final int JNI_VERSION = 0x0015_0000;

  private final MachineCode to = new MachineCode();
  private int upcalls;

  private X64Code() {}

  static MachineCode write() {
    var code = new X64Code();
    code.entries(ENTRIES, "function", 0, Layout.LAST_FUNCTION);
    code.entries(FRAME_ENTRIES, "function_with_frames", 0, Layout.LAST_FUNCTION);
    code.entries(AROUND_ENTRIES, "function_around", 0, Layout.LAST_FUNCTION);
    code.entries(
        AROUND_WITH_FRAMES_ENTRIES, "function_around_with_frames", 0, Layout.LAST_FUNCTION);
    code.entries(CLASS_SIGNATURE, "function_signature", SIGNATURE_FUNCTION, SIGNATURE_FUNCTION);
    code.eventEntries();
    code.function("function", "ask");
    code.function("function_with_frames", "ask_with_frames");
    code.function("function_around", "around");
    code.function("function_around_with_frames", "around_with_frames");
    code.function("function_signature", "signature");
    code.event();
    code.classEvent();
    code.methodEvents();
    code.ask();
    code.askWithFrames();
    code.around();
    code.signature();
    code.getEnv();
    code.getJavaVm();
    code.findClass();
    code.toLocal();
    code.bridge();
    code.heapCallbacks();
    code.onLoad();
    return code.to;
  }

  private void entries(String name, String goesTo, int first, int last) {
    to.align(Layout.ENTRY);
    to.label(name);
    for (int number = first; number <= last; number++) {
      entry(number, goesTo);
      to.align(Layout.ENTRY);
    }
  }

  private void eventEntries() {
    to.align(Layout.ENTRY);
    to.label(EVENT_ENTRIES);
    for (int event = Layout.FIRST_EVENT; event <= Layout.LAST_EVENT; event++) {
      entry(Layout.EVENTS + event, eventLabel(event));
      to.align(Layout.ENTRY);
    }
  }

  private static String eventLabel(int event) {
    if (event >= Layout.FIRST_CLASS_EVENT && event <= Layout.LAST_CLASS_EVENT) {
      return "class_event";
    }
    return switch (event) {
      case Layout.STEP_EVENT -> "step_event";
      case Layout.ENTRY_EVENT, Layout.EXIT_EVENT -> "method_event";
      default -> "event";
    };
  }

  private void entry(int number, String goesTo) {
    to.code("41 bb"); // mov r11d, number
    to.number(number);
    to.code("e9", goesTo); // jmp
  }

  /**
   * What an agent has put into a class of the JDK may run while Java is asked: it gets HotSpot's
   * answers, because the next question would end as this one does, and so on.
   */
  private void function(String name, String goesTo) {
    to.label(name);
    to.code("48 8b 05", Layout.NESTING); // mov rax, [nesting]
    to.code("64 83 38 00"); // cmp dword fs:[rax], 0
    to.code("0f 84", goesTo); // je
    to.code("48 8d 05", Layout.FUNCTIONS); // lea rax, [functions]
    to.code("42 ff 24 d8"); // jmp [rax + 8 * r11]
  }

  /** Events of threads that are in a question are dropped. */
  private void event() {
    to.label("event");
    to.code("48 8b 05", Layout.NESTING); // mov rax, [nesting]
    to.code("64 83 38 00"); // cmp dword fs:[rax], 0
    to.code("0f 84", "ask"); // je ask
    to.code("c3"); // ret
  }

  /**
   * Classes of the JDK that our code loads first stay there for the program: agents are told of
   * them when that code has ended, because it may be asked by an agent that has locked what its
   * callback wants. No agent changes them.
   *
   * <p>They go before the list's first one, which no thread waits for: Java takes the whole list at
   * once. Where there is no memory agents hear nothing.
   */
  private void classEvent() {
    to.label("class_event");
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 83 38 00"); // cmp dword fs:[rax], 0
    to.code("0f 84", "ask"); // je
    record();
    to.code("41 81 fb"); // cmp r11d, ClassFileLoadHook
    to.number(Layout.EVENTS + Layout.FIRST_CLASS_EVENT);
    to.code("0f 84", "class_noted"); // je
    to.code("48 8b 74 24 18 48 8d 54 24 40"); // mov rsi, class; lea rdx, result
    to.code("48 8d 05", Layout.FUNCTIONS);
    to.code("ff 90"); // call GetClassLoader
    to.number(8 * LOADER_FUNCTION);
    to.code("48 83 7c 24 40 00"); // cmp result, 0
    to.code("0f 85", "class_noted"); // jne
    to.code("48 8b 3c 24 be"); // mov rdi, environment; mov esi, size
    to.number(Layout.UNHEARD_SIZE);
    to.code("48 8d 54 24 40"); // lea rdx, result
    to.code("48 8d 05", Layout.FUNCTIONS);
    to.code("ff 90"); // call Allocate
    to.number(8 * ALLOCATE_FUNCTION);
    to.code("85 c0"); // test eax, eax
    to.code("0f 85", "class_noted"); // jne
    to.code("48 8b 7c 24 08 48 8b 74 24 18"); // mov rdi, JNIEnv; mov rsi, class
    to.code("48 8b 07 ff 90"); // call NewGlobalRef
    to.number(8 * 21);
    to.code("48 8b 4c 24 40 48 89 41 10"); // mov rcx, result; mov [rcx + 16], rax
    to.code("48 8b 14 24 81 7c 24 38"); // mov rdx, environment; cmp number, ClassPrepare
    to.number(Layout.EVENTS + Layout.LAST_CLASS_EVENT);
    to.code("75 04 48 83 ca 01 48 89 51 08"); // jne +4; or rdx, 1; mov [rcx + 8], rdx
    to.code("48 8b 05", Layout.UNHEARD); // mov rax, [unheard]
    to.label("class_before");
    to.code("48 89 01"); // mov [rcx], rax
    to.code("f0 48 0f b1 0d", Layout.UNHEARD); // lock cmpxchg [unheard], rcx
    to.code("0f 85", "class_before"); // jne: rax is another thread's
    to.label("class_noted");
    to.code("45 31 db"); // xor r11d, r11d
    to.code("e9", "answered");
  }

  /**
   * These are many: Java is asked only about methods that have not been seen lately. A method is
   * the fourth argument, rcx; a step's location the fifth, r8.
   */
  private void methodEvents() {
    to.label("step_event");
    knownMethod();
    to.code("41 f6 c2 02"); // test r10b, 2
    to.code("4d 89 c3"); // mov r11, r8
    to.code("0f 84", "step_found"); // je
    to.code("48 8b 05", Layout.ASKS_STEPS);
    to.code("48 85 c0"); // test rax, rax
    to.code("0f 85", "step_ask"); // jne
    place();
    to.code("4e 8b 54 10 08"); // mov r10, [rax + r10 + 8]
    to.code("4d 85 d2"); // test r10, r10
    to.code("0f 84", "step_ask"); // je
    to.code("49 39 0a"); // cmp [r10], rcx: it may be another method's by now
    to.code("0f 85", "step_ask"); // jne
    to.code("4d 3b 42 08"); // cmp r8, [r10 + 8]
    to.code("0f 83", "no_event"); // jae: no instruction begins behind the last one that does
    to.code("4f 63 5c 82 10"); // movsxd r11, dword [r10 + 4 * r8 + 16]
    to.code("4d 85 db"); // test r11, r11
    to.code("0f 88", "no_event"); // js
    to.label("step_found");
    callbacks("step");
    to.code("48 8b 40 18 48 85 c0"); // mov rax, [rax + 24]; test rax, rax
    to.code("0f 84", "no_event"); // je
    to.code("4d 89 d8 ff e0"); // mov r8, r11; jmp rax
    to.label("step_ask");
    to.code("41 bb"); // mov r11d, number
    to.number(Layout.EVENTS + Layout.STEP_EVENT);
    to.code("e9", "ask");
    to.label("method_event");
    knownMethod();
    callbacks("method");
    to.code("41 81 eb"); // sub r11d, what makes places 1 and 2 of it
    to.number(Layout.EVENTS + Layout.ENTRY_EVENT - 1);
    to.code("4e 8b 1c d8 4d 85 db 74 03 41 ff e3"); // mov r11, [rax + 8 * r11]; jmp unless 0
    to.label("no_event");
    to.code("c3");
    to.label("method_ask");
    to.code("e9", "ask");
  }

  /** Gives what is known of the method in r10; goes on where it is shown, on a thread that is. */
  private void knownMethod() {
    to.code("48 8b 05", Layout.NESTING); // mov rax, [nesting]
    to.code("64 48 83 38 00"); // cmp qword fs:[rax], 0
    to.code("0f 85", "no_event"); // jne
    place();
    to.code("4a 8b 04 10"); // mov rax, [rax + r10]
    to.code("4c 8d 14 8d 00 00 00 00 49 31 c2"); // lea r10, [4 * rcx]; xor r10, rax
    to.code("49 83 fa 03"); // cmp r10, 3
    to.code("0f 87", "ask"); // ja
    to.code("41 f6 c2 01"); // test r10b, 1
    to.code("0f 85", "no_event"); // jne
  }

  /** Gives a method's place among the known ones, as rax + r10. */
  private void place() {
    to.code("48 8d 05", Layout.METHODS); // lea rax
    to.code("49 89 ca 49 c1 ea 03 41 81 e2"); // mov r10, rcx; shr r10, 3; and r10d, mask
    to.number(Layout.METHODS_COUNT - 1);
    to.code("49 c1 e2 04"); // shl r10, 4
  }

  /** Finds an environment's callbacks, and gives their place in rax. */
  private void callbacks(String name) {
    to.code("48 8d 05", Layout.CALLBACKS); // lea rax
    to.code("41 ba"); // mov r10d, count
    to.number(Layout.MOST_ENVIRONMENTS);
    to.label(name + "_next");
    to.code("48 39 38"); // cmp [rax], rdi
    to.code("0f 84", name + "_found_callbacks");
    to.code("48 83 c0 20 41 ff ca"); // add rax, 32; dec r10d
    to.code("0f 85", name + "_next");
    to.code("e9", name + "_ask");
    to.label(name + "_found_callbacks");
  }

  /** Makes the record; its fields are at the stack pointer. */
  private void record() {
    to.code("55 48 89 e5 48 83 ec 60"); // push rbp; mov rbp, rsp; sub rsp, 0x60
    to.code("48 89 3c 24 48 89 74 24 08 48 89 54 24 10"); // rdi, rsi, rdx
    to.code("48 89 4c 24 18 4c 89 44 24 20 4c 89 4c 24 28"); // rcx, r8, r9
    to.code("48 8d 45 10 48 89 44 24 30"); // arguments on the stack
    to.code("4c 89 5c 24 38"); // number
    to.code("48 c7 44 24 40 00 00 00 00"); // result
    to.code("48 c7 44 24 48 ff ff ff ff"); // frames
    to.code("f2 0f 11 44 24 50"); // xmm0: arguments of JVM TI's functions have one such at most
  }

  private void restoreArguments() {
    to.code("48 8b 3c 24 48 8b 74 24 08 48 8b 54 24 10");
    to.code("48 8b 4c 24 18 4c 8b 44 24 20 4c 8b 4c 24 28");
    to.code("f2 0f 10 44 24 50");
  }

  /**
   * Calls Java with the record; the answer is in rax, and in r11. By JNI, where that is set: an
   * upcall may enter compiled code on a thread that HotSpot interprets, whose frames it counts
   * then. A thread that JNI does not know makes an upcall all the same. So does one that has
   * thrown, as from an agent's callback before: upcalls begin without an exception, and it is
   * thrown again behind it.
   */
  private void upcall(String address, String method) {
    String plain = "plain_" + upcalls;
    String unknown = "unknown_" + upcalls;
    String thrown = "thrown_" + upcalls;
    String answered = "answered_" + upcalls;
    upcalls++;
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 ff 00"); // inc dword fs:[rax]
    to.code("48 8b 3d", Layout.HOST_VM); // mov rdi, [vm]
    to.code("48 85 ff"); // test rdi, rdi
    to.code("0f 84", plain); // je
    to.code("48 83 ec 20 48 89 e6 ba"); // sub rsp, 32; mov rsi, rsp; mov edx, version
    to.number(JNI_VERSION);
    to.code("48 8b 07 ff 50 30"); // call GetEnv
    to.code("85 c0"); // test eax, eax
    to.code("0f 85", unknown); // jne
    jni(EXCEPTION_CHECK);
    to.code("84 c0"); // test al, al
    to.code("0f 85", thrown); // jne
    to.code("48 8b 3c 24 48 83 c4 20"); // mov rdi, [rsp]; add rsp, 32
    to.code("48 8b 35", Layout.ASKED); // mov rsi, class
    to.code("48 85 f6"); // test rsi, rsi
    to.code("0f 84", plain); // je
    to.code("48 8b 15", method); // mov rdx, method
    to.code("57 57 48 8d 4c 24 10"); // push rdi; push rdi; lea rcx, [rsp + 16]
    to.code("4c 8b 17 31 c0 41 ff 92"); // call CallStaticLongMethod
    to.number(8 * 132);
    // It throws nothing, but HotSpot, told to check JNI, wants to be asked.
    to.code("48 8b 3c 24 48 89 04 24"); // mov rdi, [rsp]; mov [rsp], rax
    to.code("48 8b 07 ff 90"); // call ExceptionCheck
    to.number(8 * EXCEPTION_CHECK);
    to.code("58 59"); // pop rax; pop rcx
    to.code("e9", answered);
    to.label(thrown);
    jni(EXCEPTION_OCCURRED);
    to.code("48 89 44 24 08"); // mov [rsp + 8], rax
    jni(EXCEPTION_CLEAR);
    to.code("48 8d 7c 24 20"); // lea rdi, [rsp + 32]
    to.code("ff 15", address); // call [address]
    to.code("48 89 44 24 10"); // mov [rsp + 16], rax
    jni(THROW);
    jni(DELETE_LOCAL_REF);
    to.code("48 8b 44 24 10 48 83 c4 20"); // mov rax, [rsp + 16]; add rsp, 32
    to.code("e9", answered);
    to.label(unknown);
    to.code("48 83 c4 20"); // add rsp, 32
    to.label(plain);
    to.code("48 89 e7"); // mov rdi, rsp
    to.code("ff 15", address); // call [address]
    to.label(answered);
    to.code("49 89 c3"); // mov r11, rax
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 ff 08"); // dec dword fs:[rax]
    to.code("4c 89 d8"); // mov rax, r11
  }

  /** Calls a function of JNI with the JNIEnv at the stack pointer, and the word behind it. */
  private void jni(int function) {
    to.code("48 8b 3c 24 48 8b 74 24 08"); // mov rdi, [rsp]; mov rsi, [rsp + 8]
    to.code("48 8b 07 ff 90"); // mov rax, [rdi]; call
    to.number(8 * function);
  }

  /** Java says where the call goes on; else its result. */
  private void ask() {
    to.label("ask");
    record();
    to.label("asking");
    upcall(Layout.BEFORE, Layout.ASKED_BEFORE);
    to.label("answered");
    restoreArguments();
    to.code("48 8b 44 24 40 c9"); // mov rax, result; leave
    to.code("4d 85 db 74 03 41 ff e3 c3"); // test r11, r11; jz +3; jmp r11; ret
  }

  /**
   * The same with the number of the thread's frames: when Java looks at the current thread's, its
   * own are among them.
   */
  private void askWithFrames() {
    to.label("ask_with_frames");
    record();
    countFrames();
    to.code("e9", "asking");
  }

  private void countFrames() {
    to.code("48 8d 54 24 48"); // lea rdx, frames
    to.code("48 8d 05", Layout.FUNCTIONS); // lea rax, [functions]
    to.code("ff 90"); // call GetFrameCount
    to.number(8 * 16);
  }

  /** Java is asked before the call, and once more when its result is there. */
  private void around() {
    to.label("around_with_frames");
    record();
    countFrames();
    to.code("e9", "asking_around");
    to.label("around");
    record();
    to.label("asking_around");
    upcall(Layout.BEFORE, Layout.ASKED_BEFORE);
    restoreArguments();
    to.code("48 8b 44 24 40"); // mov rax, result
    to.code("4d 85 db"); // test r11, r11
    to.code("0f 84", "done");
    to.code("41 ff d3"); // call r11
    to.code("48 98 48 89 44 24 40"); // cdqe; result = rax
    upcall(Layout.BEHIND, Layout.ASKED_BEHIND);
    to.label("done");
    to.code("c9 c3"); // leave; ret
  }

  /**
   * Java is asked behind the call where the signature is of a class of ours, as those are of the
   * program's first thread and its group. A debugger that steps wants the signature of each class
   * whose methods are called.
   */
  private void signature() {
    to.label("signature");
    to.code("55 57 56 52 51"); // push rbp, rdi, rsi, rdx, rcx
    to.code("48 8d 05", Layout.FUNCTIONS); // lea rax, [functions]
    to.code("42 ff 14 d8"); // call [rax + 8 * r11]
    to.code("59 5a 5e 5f 5d"); // pop rcx, rdx, rsi, rdi, rbp
    to.code("85 c0"); // test eax, eax
    to.code("0f 85", "signature_told");
    to.code("48 85 d2"); // test rdx, rdx
    to.code("0f 84", "signature_told");
    to.code("4c 8b 12"); // mov r10, [rdx]
    to.code("49 bb 4c 64 65 76 2f 64 65 78"); // mov r11, "Ldev/dex"
    to.code("4d 39 1a"); // cmp [r10], r11: memory of JVM TI has 16 bytes at least
    to.code("0f 85", "signature_told");
    to.code("55 57 56 52 51 4c 89 d6"); // mov rsi, r10
    to.code("48 8d 05", Layout.FUNCTIONS);
    to.code("ff 90"); // call Deallocate
    to.number(8 * DEALLOCATE_FUNCTION);
    to.code("59 5a 5e 5f 5d");
    entry(SIGNATURE_FUNCTION, "around");
    to.label("signature_told");
    to.code("c3");
  }

  /** Environments of JVM TI are ours, all others HotSpot's. */
  private void getEnv() {
    to.align(Layout.ENTRY);
    to.label(GET_ENV);
    to.code("89 d0 25 00 00 00 70 3d 00 00 00 30"); // version & 0x70000000 == JVMTI_VERSION_...
    to.code("75 0b"); // jne behind the entry
    entry(Layout.GET_ENV_CALL, "ask");
    to.code("ff 25", Layout.GET_ENV); // jmp [GetEnv]
  }

  private void getJavaVm() {
    to.align(Layout.ENTRY);
    to.label(GET_JAVA_VM);
    to.code("48 8b 05", Layout.JAVA_VM); // mov rax, [java_vm]
    to.code("48 89 06 31 c0 c3"); // mov [rsi], rax; xor eax, eax; ret
  }

  private void findClass() {
    to.align(Layout.ENTRY);
    to.label(FIND_CLASS);
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 83 38 00 75 0b"); // cmp dword fs:[rax], 0; jne behind the entry
    entry(Layout.FIND_CLASS_CALL, "ask");
    to.code("ff 25", Layout.FIND_CLASS);
  }

  /** Makes a local reference of a global one, which goes: (JNIEnv, reference). */
  private void toLocal() {
    to.align(Layout.ENTRY);
    to.label(TO_LOCAL);
    to.code("53 41 54 48 83 ec 08"); // push rbx; push r12; sub rsp, 8
    to.code("48 89 fb 49 89 f4"); // mov rbx, rdi; mov r12, rsi
    to.code("48 8b 07 ff 90"); // call NewLocalRef
    to.number(8 * 25);
    to.code("48 89 04 24 48 89 df 4c 89 e6 48 8b 03 ff 90"); // call DeleteGlobalRef
    to.number(8 * 22);
    to.code("48 8b 04 24 48 83 c4 08 41 5c 5b c3");
  }

  /**
   * Callbacks of heap walks that pass over objects whose class, or which themselves, have the
   * hidden tag. What they get for the user's data is a table: the agent's data, its callbacks.
   */
  private void heapCallbacks() {
    to.label("skip_object");
    to.code("b8 00 01 00 00 c3"); // JVMTI_VISIT_OBJECTS
    to.label("skip_old_object");
    to.code("b8 01 00 00 00 c3"); // JVMTI_ITERATION_CONTINUE
    for (HeapCallback each : HeapCallback.values()) {
      heapCallback(each);
    }
  }

  private void heapCallback(HeapCallback callback) {
    to.align(Layout.ENTRY);
    to.label(callback.symbol());
    to.code("48 b8"); // mov rax, HIDDEN_TAG
    to.number((int) Layout.HIDDEN_TAG);
    to.number((int) (Layout.HIDDEN_TAG >>> 32));
    String skip = callback.isOld() ? "skip_old_object" : "skip_object";
    switch (callback) {
      case OBJECT, ARRAY, STRING, OLD_OBJECT -> to.code("48 39 c7 0f 84", skip); // rdi
      case REFERENCE, FIELD -> to.code("48 39 c2 0f 84", skip); // rdx
      case OLD_ROOT, OLD_STACK, OLD_REFERENCE -> to.code("48 39 c6 0f 84", skip); // rsi
    }
    switch (callback) {
      case OBJECT, ARRAY, STRING, OLD_OBJECT -> to.code("48 39 02 0f 84", skip); // [rdx]
      case FIELD, OLD_ROOT, OLD_STACK, OLD_REFERENCE -> to.code("48 39 01 0f 84", skip); // [rcx]
      case REFERENCE -> to.code("49 39 01 0f 84", skip); // [r9]
    }
    if (callback == HeapCallback.REFERENCE) {
      hiddenReferrer();
    } else if (callback == HeapCallback.OLD_REFERENCE) {
      // A hidden class has the hidden tag as a referrer as well: one without a tag, to agents.
      to.code("49 39 c0 75 03 45 31 c0"); // cmp r8, rax; jne behind; xor r8d, r8d
    }
    switch (callback) {
      case OBJECT, OLD_ROOT -> to.code("4c 89 c0 4c 8b 00"); // mov rax, r8; mov r8, [rax]
      case STRING -> to.code("4c 89 c8 4c 8b 08"); // mov rax, r9; mov r9, [rax]
      case OLD_OBJECT -> to.code("48 89 c8 48 8b 08"); // mov rax, rcx; mov rcx, [rax]
      case FIELD, ARRAY, OLD_REFERENCE ->
          to.code("48 8b 44 24 08 4c 8b 18 4c 89 5c 24 08"); // [rsp + 8]
      case REFERENCE, OLD_STACK -> to.code("48 8b 44 24 18 4c 8b 18 4c 89 5c 24 18"); // [rsp + 24]
    }
    to.code("ff a0"); // jmp [rax + place]
    to.number(callback.place());
  }

  /** A reference from something hidden is one from outside: JVMTI_HEAP_REFERENCE_OTHER. */
  private void hiddenReferrer() {
    to.code("4c 8b 54 24 08"); // mov r10, [rsp + 8]: the referrer's tag, if there is one
    to.code("48 39 c1 0f 84", "hidden_referrer"); // cmp rcx, rax
    to.code("4d 85 d2 0f 84", "shown_referrer"); // test r10, r10
    to.code("49 39 02 0f 85", "shown_referrer"); // cmp [r10], rax
    to.label("hidden_referrer");
    to.code("bf 1b 00 00 00 31 f6 31 c9"); // mov edi, 27; xor esi, esi; xor ecx, ecx
    to.code("48 c7 44 24 08 00 00 00 00"); // mov [rsp + 8], 0
    to.label("shown_referrer");
  }

  /** The native methods of {@link Bridge} and {@link AgentCalls}: (JNIEnv, class, arguments). */
  private void bridge() {
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "resolve");
    to.code("48 89 d0 c3"); // mov rax, rdx: HotSpot makes an object of the result
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "environment");
    to.code("48 89 f8 c3"); // mov rax, rdi
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "globalReference");
    to.code("48 89 d6 48 8b 07 ff a0"); // mov rsi, rdx; jmp NewGlobalRef
    to.number(8 * 21);
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "release");
    to.code("48 89 d6 48 8b 07 ff a0"); // mov rsi, rdx; jmp DeleteGlobalRef
    to.number(8 * 22);
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "takeUnheard");
    to.code("31 c0 48 87 05", Layout.UNHEARD); // xor eax, eax; xchg [unheard], rax
    to.code("c3");
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "deallocate");
    to.code("48 89 d7 48 89 ce"); // mov rdi, rdx; mov rsi, rcx
    to.code("48 8d 05", Layout.FUNCTIONS);
    to.code("ff a0"); // jmp Deallocate
    to.number(8 * DEALLOCATE_FUNCTION);
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "enter");
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 ff 00 c3"); // inc dword fs:[rax]
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "leave");
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 ff 08 c3"); // dec dword fs:[rax]
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "hide");
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 c7 40 04 01 00 00 00 c3"); // mov dword fs:[rax + 4], 1
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "nest");
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 8b 08 64 89 10 89 c8 c3"); // mov ecx, fs:[rax]; mov fs:[rax], edx; mov eax, ecx
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "get");
    // function, environment, argument: the reference that function(environment, argument, &) gives
    to.code("48 83 ec 18 48 c7 44 24 08 00 00 00 00"); // sub rsp, 24; mov [rsp + 8], 0
    to.code("48 89 d0 48 89 cf 4c 89 c6 48 8d 54 24 08 ff d0"); // call
    to.code("48 8b 44 24 08 48 83 c4 18 c3");
    globalClasses();
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "call");
    // function, environment, object, a, b, c -> function(environment, object, a, b, c)
    to.code("48 89 d0 48 89 cf 4c 89 c6 4c 89 ca 48 8b 4c 24 08 4c 8b 44 24 10 ff e0");
    to.align(Layout.ENTRY);
    to.label(AGENT_CALLS + "tell");
    to.label(AGENT_CALLS + "tellObject");
    to.code("48 8b 05", Layout.NESTING);
    to.code("64 83 38 00 74 01 c3"); // cmp dword fs:[rax], 0; je +1; ret
    to.code("e9", AGENT_CALLS + "post");
    to.align(Layout.ENTRY);
    to.label(AGENT_CALLS + "post");
    // callback, environment, thread, a, b, c -> callback(environment, JNIEnv, thread, a, b, c)
    to.code("48 89 d0 48 89 fe 48 89 cf 4c 89 c2 4c 89 c9 4c 8b 44 24 08 4c 8b 4c 24 10 ff e0");
  }

  /** Calls function(environment, count, list), and makes the list's references global ones. */
  private void globalClasses() {
    to.align(Layout.ENTRY);
    to.label(BRIDGE + "globalReferences");
    to.code("53 41 54 41 55"); // push rbx; push r12; push r13
    to.code("48 89 fb 4d 89 c4 4d 89 cd"); // mov rbx, rdi; mov r12, r8; mov r13, r9
    to.code("48 89 d0 48 89 cf 4c 89 c6 4c 89 ca ff d0"); // call
    to.code("85 c0");
    to.code("0f 85", "not_listed"); // jne
    to.code("4d 8b 6d 00 45 8b 24 24"); // mov r13, [r13]; mov r12d, [r12]
    to.label("next_reference");
    to.code("31 c0 45 85 e4"); // xor eax, eax; test r12d, r12d
    to.code("0f 84", "not_listed"); // je
    to.code("41 ff cc 48 89 df 4b 8b 74 e5 00"); // dec r12d; mov rdi, rbx; mov rsi, [r13 + 8 * r12]
    to.code("48 8b 03 ff 90"); // call NewGlobalRef
    to.number(8 * 21);
    to.code("4b 89 44 e5 00"); // mov [r13 + 8 * r12], rax
    to.code("e9", "next_reference");
    to.label("not_listed");
    to.code("41 5d 41 5c 5b c3");
  }

  /**
   * Reserves all capabilities for later environments: takes them, and gives its environment back.
   */
  private void onLoad() {
    to.align(Layout.ENTRY);
    to.label(ON_LOAD);
    to.code("53 48 83 ec 20"); // push rbx; sub rsp, 0x20
    to.code("48 8d 34 24 ba 00 00 01 30 48 8b 07 ff 50 30"); // GetEnv(vm, rsp, 1.0)
    to.code("85 c0");
    to.code("0f 85", "loaded"); // jne
    to.code("48 8b 1c 24"); // mov rbx, [rsp]
    to.code("48 89 df 48 8d 74 24 08 48 8b 03 ff 90"); // GetPotentialCapabilities(env, rsp + 8)
    to.number(8 * 139);
    to.code("48 89 df 48 8d 74 24 08 48 8b 03 ff 90"); // AddCapabilities(env, rsp + 8)
    to.number(8 * 141);
    to.code("48 89 df 48 8b 03 ff 90"); // DisposeEnvironment(env)
    to.number(8 * 126);
    to.label("loaded");
    to.code("31 c0 48 83 c4 20 5b c3"); // xor eax, eax; add rsp, 0x20; pop rbx; ret
  }
}
