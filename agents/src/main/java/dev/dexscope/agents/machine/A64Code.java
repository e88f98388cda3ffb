package dev.dexscope.agents.machine;

import static dev.dexscope.agents.machine.A64Assembler.Condition.EQ;
import static dev.dexscope.agents.machine.A64Assembler.Condition.HI;
import static dev.dexscope.agents.machine.A64Assembler.Condition.HS;
import static dev.dexscope.agents.machine.A64Assembler.Condition.NE;
import static dev.dexscope.agents.machine.A64Assembler.Register.SP;
import static dev.dexscope.agents.machine.A64Assembler.Register.X0;
import static dev.dexscope.agents.machine.A64Assembler.Register.X1;
import static dev.dexscope.agents.machine.A64Assembler.Register.X10;
import static dev.dexscope.agents.machine.A64Assembler.Register.X11;
import static dev.dexscope.agents.machine.A64Assembler.Register.X12;
import static dev.dexscope.agents.machine.A64Assembler.Register.X13;
import static dev.dexscope.agents.machine.A64Assembler.Register.X16;
import static dev.dexscope.agents.machine.A64Assembler.Register.X17;
import static dev.dexscope.agents.machine.A64Assembler.Register.X19;
import static dev.dexscope.agents.machine.A64Assembler.Register.X2;
import static dev.dexscope.agents.machine.A64Assembler.Register.X20;
import static dev.dexscope.agents.machine.A64Assembler.Register.X21;
import static dev.dexscope.agents.machine.A64Assembler.Register.X22;
import static dev.dexscope.agents.machine.A64Assembler.Register.X23;
import static dev.dexscope.agents.machine.A64Assembler.Register.X29;
import static dev.dexscope.agents.machine.A64Assembler.Register.X3;
import static dev.dexscope.agents.machine.A64Assembler.Register.X30;
import static dev.dexscope.agents.machine.A64Assembler.Register.X4;
import static dev.dexscope.agents.machine.A64Assembler.Register.X5;
import static dev.dexscope.agents.machine.A64Assembler.Register.X6;
import static dev.dexscope.agents.machine.A64Assembler.Register.X7;
import static dev.dexscope.agents.machine.A64Assembler.Register.X9;
import static dev.dexscope.agents.machine.A64Assembler.Register.XZR;

import dev.dexscope.agents.machine.A64Assembler.Register;

/**
 * The code for aarch64 with the procedure call standard for the Arm 64-bit Architecture (AAPCS64).
 *
 * <p>The number of a call is in {@code x16}, and the address where it goes on in {@code x17}:
 * neither has an argument, nor is anybody's behind a call.
 */
final class A64Code extends LibraryCode {
  private final A64Assembler to = new A64Assembler();
  private int upcalls;

  @Override
  MachineCode code() {
    return to.code();
  }

  @Override
  void align(int bytes) {
    to.align(bytes);
  }

  @Override
  void entry(int number, String goesTo) {
    to.set(X16, number);
    to.b(goesTo);
  }

  /**
   * Gives the place of the thread's own counter in x9, and uses x10. The data that are read behind
   * it are at least as new as the address by which the code was called: whoever has told that had
   * written them before, but a branch alone does not hold reads back (Arm ARM, B2.3).
   */
  private void nesting() {
    to.loadBarrier();
    to.ldr(X9, Layout.NESTING);
    to.threadPointer(X10);
    to.add(X9, X9, X10);
  }

  /** Goes elsewhere unless the thread is in a question. */
  private void unlessNested(String goesTo) {
    nesting();
    to.ldrW(X10, X9, 0);
    to.cbzW(X10, goesTo);
  }

  private void nest(int difference) {
    nesting();
    to.ldrW(X10, X9, 0);
    if (difference > 0) {
      to.add(X10, X10, difference);
    } else {
      to.sub(X10, X10, -difference);
    }
    to.strW(X10, X9, 0);
  }

  /** Calls one of HotSpot's functions of JVM TI. */
  private void hotSpot(int function) {
    address(function);
    to.blr(X17);
  }

  private void address(int function) {
    to.adr(X17, Layout.FUNCTIONS);
    to.ldr(X17, X17, 8 * function);
  }

  /** Calls a function of JNI, which no agent replaces. */
  private void ofHotSpot(int function) {
    to.adr(X17, Layout.JNI_FUNCTIONS);
    to.ldr(X17, X17, 8 * function);
    to.blr(X17);
  }

  /** Calls a function of the table of what x0 points to: an environment, a JNIEnv, a JavaVM. */
  private void own(int place) {
    ownAddress(place);
    to.blr(X17);
  }

  private void ownAddress(int place) {
    to.ldr(X17, X0, 0);
    to.ldr(X17, X17, 8 * place);
  }

  @Override
  void function(String name, String goesTo) {
    to.label(name);
    unlessNested(goesTo);
    to.adr(X9, Layout.FUNCTIONS);
    to.ldr(X17, X9, X16);
    to.br(X17);
  }

  @Override
  void event() {
    to.label("event");
    unlessNested("ask");
    to.ret();
  }

  @Override
  void classEvent() {
    to.label("class_event");
    unlessNested("ask");
    record();
    to.cmp(X16, Layout.EVENTS + Layout.FIRST_CLASS_EVENT);
    to.b(EQ, "class_noted");
    to.ldr(X1, SP, 8 * 3);
    to.add(X2, SP, Layout.RESULT);
    hotSpot(Layout.LOADER_FUNCTION);
    to.ldr(X9, SP, Layout.RESULT);
    to.cbnz(X9, "class_noted");
    to.ldr(X0, SP, 0);
    to.set(X1, Layout.UNHEARD_SIZE);
    to.add(X2, SP, Layout.RESULT);
    hotSpot(Layout.ALLOCATE_FUNCTION);
    to.cbnzW(X0, "class_noted");
    to.ldr(X0, SP, 8);
    to.ldr(X1, SP, 8 * 3);
    own(Jni.NEW_GLOBAL_REF);
    to.ldr(X9, SP, Layout.RESULT);
    to.str(X0, X9, Layout.UNHEARD_TYPE);
    to.ldr(X10, SP, 0);
    to.ldr(X11, SP, Layout.NUMBER);
    to.cmp(X11, Layout.EVENTS + Layout.LAST_CLASS_EVENT);
    to.b(NE, "class_loaded");
    to.add(X10, X10, 1);
    to.label("class_loaded");
    to.str(X10, X9, Layout.UNHEARD_ENVIRONMENT);
    to.adr(X10, Layout.UNHEARD);
    to.label("class_before");
    to.ldr(X11, X10, 0);
    to.str(X11, X9, 0);
    // Between the next two no other memory may be written (Arm ARM, B2.12.5).
    to.ldaxr(X12, X10);
    to.cmp(X12, X11);
    to.b(NE, "class_before");
    to.stlxr(X12, X9, X10);
    to.cbnzW(X12, "class_before");
    to.label("class_noted");
    to.set(X17, 0);
    to.b("answered");
  }

  /** A method is the fourth argument, x3; a step's location the fifth, x4. */
  @Override
  void methodEvents() {
    to.label("step_event");
    knownMethod();
    to.mov(X11, X4);
    to.tbz(X9, 1, "step_found");
    to.adr(X10, Layout.ASKS_STEPS);
    to.ldar(X10, X10);
    to.cbnz(X10, "ask");
    place();
    to.ldr(X10, X10, Layout.METHODS_ADDRESSES);
    to.cbz(X10, "ask");
    to.ldr(X9, X10, 0);
    to.cmp(X9, X3); // It may be another method's by now.
    to.b(NE, "ask");
    to.ldr(X9, X10, 8);
    to.cmp(X4, X9);
    to.b(HS, "no_event"); // No instruction begins behind the last one that does.
    to.add(X10, X10, Layout.ADDRESSES);
    to.ldrsw(X11, X10, X4);
    to.tbnz(X11, 63, "no_event");
    to.label("step_found");
    callbacks("step");
    to.ldr(X17, X10, 8 * 3);
    to.cbz(X17, "no_event");
    to.mov(X4, X11);
    to.b("tell");
    to.label("method_event");
    knownMethod();
    callbacks("method");
    to.sub(X9, X16, Layout.EVENTS + Layout.ENTRY_EVENT - 1); // 1 and 2
    to.ldr(X17, X10, X9);
    to.cbz(X17, "no_event");
    to.b("tell");
    to.label("no_event");
    to.ret();
  }

  /** Gives what is known of the method in x9; goes on where it is shown, on a thread that is. */
  private void knownMethod() {
    nesting();
    to.ldr(X10, X9, 0);
    to.cbnz(X10, "no_event");
    place();
    to.ldr(X9, X10, 0);
    to.eor(X9, X9, X3, 3);
    to.cmp(X9, 7);
    to.b(HI, "ask");
    to.tbnz(X9, 0, "no_event");
  }

  /** Gives a method's place among the known ones in x10, and uses x9. */
  private void place() {
    to.adr(X10, Layout.METHODS);
    to.ubfx(X9, X3, 3, Integer.numberOfTrailingZeros(Layout.METHODS_COUNT));
    to.add(X10, X10, X9, Integer.numberOfTrailingZeros(Layout.METHODS_SIZE));
  }

  /** Finds an environment's callbacks, and gives their place in x10. */
  private void callbacks(String name) {
    to.adr(X10, Layout.CALLBACKS);
    to.set(X12, Layout.MOST_ENVIRONMENTS);
    to.label(name + "_next");
    to.ldar(X13, X10); // The callbacks were written before.
    to.cmp(X13, X0);
    to.b(EQ, name + "_found_callbacks");
    to.add(X10, X10, Layout.CALLBACKS_SIZE);
    to.sub(X12, X12, 1);
    to.cbnz(X12, name + "_next");
    to.b("ask");
    to.label(name + "_found_callbacks");
  }

  /**
   * Makes the record; its fields are at the stack pointer. The seventh and the eighth argument,
   * which come in registers, are put right below those on the stack, which they precede.
   */
  private void record() {
    to.push(X6, X7, 16);
    to.push(X29, X30, 16);
    to.add(X29, SP, 0);
    to.sub(SP, SP, Call.RECORD_SIZE);
    to.stp(X0, X1, SP, 0);
    to.stp(X2, X3, SP, 16);
    to.stp(X4, X5, SP, 32);
    to.add(X9, X29, 16);
    to.str(X9, SP, Layout.MORE_ARGUMENTS);
    to.str(X16, SP, Layout.NUMBER);
    to.str(XZR, SP, Layout.RESULT);
    to.set(X9, 0xffff_ffffL);
    to.str(X9, SP, Layout.FRAMES);
    to.strD0(SP, Layout.FLOATING); // Arguments of JVM TI's functions have one such at most.
  }

  private void restoreArguments() {
    to.ldp(X0, X1, SP, 0);
    to.ldp(X2, X3, SP, 16);
    to.ldp(X4, X5, SP, 32);
    to.ldp(X6, X7, X29, 16);
    to.ldrD0(SP, Layout.FLOATING);
  }

  /** Takes the record from the stack. */
  private void leave() {
    to.add(SP, X29, 0);
    to.pop(X29, X30, 16);
    to.add(SP, SP, 16);
  }

  /**
   * Calls Java with the record; the answer is in x17. By JNI, or by an upcall: see {@link X64Code}.
   */
  private void upcall(String address, String method) {
    String plain = "plain_" + upcalls;
    String unknown = "unknown_" + upcalls;
    String thrown = "thrown_" + upcalls;
    String answered = "answered_" + upcalls;
    upcalls++;
    nest(1);
    to.ldr(X0, Layout.HOST_VM);
    to.cbz(X0, plain);
    to.sub(SP, SP, 32); // The JNIEnv, and three words.
    to.add(X1, SP, 0);
    to.set(X2, Jni.VERSION);
    own(Jni.GET_ENV);
    to.cbnzW(X0, unknown);
    jni(Jni.EXCEPTION_CHECK);
    to.tbnz(X0, 0, thrown);
    to.adr(X1, Layout.ASKED);
    to.ldar(X1, X1); // The methods were written before.
    to.cbz(X1, unknown);
    to.ldr(X0, SP, 0);
    to.ldr(X2, method);
    to.add(X3, SP, 32);
    own(Jni.CALL_STATIC_LONG_METHOD);
    to.str(X0, SP, 16);
    // It throws nothing, but HotSpot, told to check JNI, wants to be asked.
    jni(Jni.EXCEPTION_CHECK);
    to.ldr(X0, SP, 16);
    to.add(SP, SP, 32);
    to.b(answered);
    to.label(thrown);
    jni(Jni.EXCEPTION_OCCURRED);
    to.str(X0, SP, 8);
    jni(Jni.EXCEPTION_CLEAR);
    to.add(X0, SP, 32);
    to.ldr(X17, address);
    to.blr(X17);
    to.str(X0, SP, 16);
    jni(Jni.THROW);
    jni(Jni.DELETE_LOCAL_REF);
    to.ldr(X0, SP, 16);
    to.add(SP, SP, 32);
    to.b(answered);
    to.label(unknown);
    to.add(SP, SP, 32);
    to.label(plain);
    to.add(X0, SP, 0);
    to.ldr(X17, address);
    to.blr(X17);
    to.label(answered);
    to.mov(X17, X0);
    nest(-1);
  }

  /** Calls a function of JNI with the JNIEnv at the stack pointer, and the word behind it. */
  private void jni(int function) {
    to.ldp(X0, X1, SP, 0);
    own(function);
  }

  @Override
  void ask() {
    to.label("ask");
    record();
    to.label("asking");
    upcall(Layout.BEFORE, Layout.ASKED_BEFORE);
    to.label("answered");
    to.cbz(X17, "result");
    restoreArguments();
    to.ldr(X16, SP, Layout.NUMBER);
    leave();
    to.sub(X9, X16, Layout.EVENTS + Layout.FIRST_EVENT);
    to.cmp(X9, Layout.LAST_EVENT - Layout.FIRST_EVENT + 1);
    to.b(HS, "go_on");
    to.b("tell");
    to.label("go_on");
    to.br(X17);
    to.label("result");
    to.ldr(X0, SP, Layout.RESULT);
    leave();
    to.ret();
  }

  /** The callback is in x17. */
  @Override
  void tell() {
    to.label("tell");
    to.ldr(X9, Layout.FORCES);
    to.cbnz(X9, "tell_forcing");
    to.br(X17);
    to.label("tell_forcing");
    to.ldp(X9, X10, SP, 0); // The ninth and the tenth argument are all that can be there.
    to.push(X29, X30, 16);
    to.add(X29, SP, 0);
    to.sub(SP, SP, 64);
    to.stp(X9, X10, SP, 0);
    to.str(X1, SP, 40); // The JNIEnv.
    nesting();
    to.ldp(X11, X12, X9, Layout.FORCED);
    to.ldr(X13, X9, Layout.FORCED_ENVIRONMENT);
    to.stp(X11, X12, SP, 16);
    to.str(X13, SP, 32);
    to.set(X11, 1);
    to.str(X11, X9, Layout.FORCED);
    to.blr(X17);
    nesting();
    to.ldr(X11, X9, Layout.FORCED);
    to.cmp(X11, 1);
    to.b(EQ, "told");
    to.str(X11, SP, 48);
    to.ldr(X0, X9, Layout.FORCED_ENVIRONMENT);
    to.set(X1, 0);
    to.ldr(X2, X9, Layout.FORCED_VALUE);
    to.ldrD0(X9, Layout.FORCED_VALUE);
    to.adr(X17, Layout.FUNCTIONS);
    to.ldr(X17, X17, X11);
    to.blr(X17);
    to.ldr(X11, SP, 48);
    to.cmp(X11, Layout.FORCE_OBJECT_FUNCTION);
    to.b(NE, "told");
    nesting();
    to.ldr(X1, X9, Layout.FORCED_VALUE);
    to.ldr(X0, SP, 40);
    ofHotSpot(Jni.DELETE_GLOBAL_REF);
    to.label("told");
    nesting();
    to.ldp(X11, X12, SP, 16);
    to.ldr(X13, SP, 32);
    to.stp(X11, X12, X9, Layout.FORCED);
    to.str(X13, X9, Layout.FORCED_ENVIRONMENT);
    to.add(SP, X29, 0);
    to.pop(X29, X30, 16);
    to.ret();
  }

  @Override
  void askWithFrames() {
    to.label("ask_with_frames");
    record();
    countFrames();
    to.b("asking");
  }

  /** The environment and the thread are in their registers still. */
  private void countFrames() {
    to.add(X2, SP, Layout.FRAMES);
    hotSpot(Layout.FRAME_COUNT_FUNCTION);
  }

  @Override
  void around() {
    to.label("around_with_frames");
    record();
    countFrames();
    to.b("asking_around");
    to.label("around");
    record();
    to.label("asking_around");
    upcall(Layout.BEFORE, Layout.ASKED_BEFORE);
    to.cbz(X17, "result");
    restoreArguments();
    to.blr(X17);
    to.sxtw(X0, X0);
    to.str(X0, SP, Layout.RESULT);
    upcall(Layout.BEHIND, Layout.ASKED_BEHIND);
    to.mov(X0, X17);
    leave();
    to.ret();
  }

  @Override
  void signature() {
    to.label("signature");
    to.push(X29, X30, 48);
    to.add(X29, SP, 0);
    to.stp(X0, X1, SP, 16);
    to.stp(X2, X3, SP, 32);
    hotSpot(Layout.SIGNATURE_FUNCTION);
    to.cbnzW(X0, "signature_told");
    to.ldr(X9, SP, 32);
    to.cbz(X9, "signature_told");
    to.ldr(X1, X9, 0);
    to.ldr(X9, X1, 0); // Memory of JVM TI has 16 bytes at least.
    to.set(X10, Layout.SIGNATURE_OF_OURS);
    to.cmp(X9, X10);
    to.b(NE, "signature_told");
    to.ldr(X0, SP, 16);
    hotSpot(Layout.DEALLOCATE_FUNCTION);
    to.ldp(X0, X1, SP, 16);
    to.ldp(X2, X3, SP, 32);
    to.pop(X29, X30, 48);
    entry(Layout.SIGNATURE_FUNCTION, "around");
    to.label("signature_told");
    to.pop(X29, X30, 48);
    to.ret();
  }

  @Override
  void stackTrace() {
    to.label("stack_trace"); // environment, thread, start, most, frames, count
    to.cbnzW(X2, "stack_ask");
    to.ubfx(X9, X3, 0, 32);
    to.sub(X9, X9, 1);
    to.cmp(X9, Layout.MOST_FRAMES - 1);
    to.b(HI, "stack_ask");
    to.cbz(X4, "stack_ask");
    to.cbz(X5, "stack_ask");
    to.push(X29, X30, 64);
    to.add(X29, SP, 0);
    to.stp(X19, X20, SP, 16);
    to.stp(X21, X22, SP, 32);
    to.str(X23, SP, 48);
    to.sub(SP, SP, Layout.STACK_FRAMES + 16);
    to.mov(X19, X0);
    to.mov(X20, X1);
    to.add(X21, X9, 1);
    to.mov(X22, X4);
    to.mov(X23, X5);
    to.add(X9, X21, Layout.LAUNCHER_FRAMES);
    to.str(X9, SP, Layout.STACK_FRAMES + 8);
    to.label("stack_read");
    to.mov(X0, X19);
    to.mov(X1, X20);
    to.set(X2, 0);
    to.ldr(X3, SP, Layout.STACK_FRAMES + 8);
    to.add(X4, SP, 0);
    to.add(X5, SP, Layout.STACK_FRAMES);
    hotSpot(Layout.STACK_TRACE_FUNCTION);
    to.cbnzW(X0, "stack_unknown");
    to.set(X12, 0); // How many are shown.
    to.ldrW(X13, SP, Layout.STACK_FRAMES);
    to.add(X11, SP, 0);
    to.label("stack_next");
    to.cmp(X12, X21);
    to.b(EQ, "stack_done");
    to.cbz(X13, "stack_end");
    to.sub(X13, X13, 1);
    to.ldr(X3, X11, 0);
    to.ldr(X4, X11, 8);
    to.add(X11, X11, 16);
    place();
    to.ldr(X9, X10, 0);
    to.eor(X9, X9, X3, 3);
    to.cmp(X9, 7);
    to.b(HI, "stack_unknown");
    to.tbnz(X9, 0, "stack_hidden");
    to.tbz(X9, 1, "stack_write");
    to.ldr(X10, X10, Layout.METHODS_ADDRESSES);
    to.cbz(X10, "stack_unknown");
    to.ldr(X9, X10, 0);
    to.cmp(X9, X3);
    to.b(NE, "stack_unknown");
    to.ldr(X9, X10, 8);
    to.cmp(X4, X9);
    to.b(HS, "stack_unknown");
    to.add(X10, X10, Layout.ADDRESSES);
    to.ldrsw(X4, X10, X4);
    to.tbz(X4, 63, "stack_write");
    to.set(X9, -1);
    to.eor(X4, X4, X9, 0);
    to.label("stack_write");
    to.add(X9, X22, X12, 4);
    to.stp(X3, X4, X9, 0);
    to.add(X12, X12, 1);
    to.b("stack_next");
    to.label("stack_hidden");
    to.tbz(X9, 2, "stack_next");
    to.b("stack_done");
    to.label("stack_end");
    to.ldrW(X13, SP, Layout.STACK_FRAMES);
    to.ldr(X9, SP, Layout.STACK_FRAMES + 8);
    to.cmp(X13, X9);
    to.b(NE, "stack_done"); // These were all.
    to.add(X10, X21, Layout.HIDDEN_FRAMES);
    to.cmp(X9, X10);
    to.b(EQ, "stack_unknown");
    to.str(X10, SP, Layout.STACK_FRAMES + 8);
    to.b("stack_read");
    to.label("stack_done");
    to.strW(X12, X23, 0);
    to.set(X0, 0);
    leaveStackTrace();
    to.ret();
    to.label("stack_unknown");
    to.mov(X0, X19);
    to.mov(X1, X20);
    to.set(X2, 0);
    to.mov(X3, X21);
    to.mov(X4, X22);
    to.mov(X5, X23);
    leaveStackTrace();
    to.label("stack_ask");
    entry(Layout.STACK_TRACE_FUNCTION, "ask_with_frames");
  }

  private void leaveStackTrace() {
    to.add(SP, X29, 0);
    to.ldp(X19, X20, SP, 16);
    to.ldp(X21, X22, SP, 32);
    to.ldr(X23, SP, 48);
    to.pop(X29, X30, 64);
  }

  @Override
  void jni() {
    to.label("jni");
    nesting();
    to.ldr(X10, X9, 0);
    to.adr(X9, Layout.JNI_FUNCTIONS);
    to.cbnz(X10, "jni_goes");
    to.adr(X9, Layout.JNI_OF_AGENTS);
    to.label("jni_goes");
    to.ldr(X17, X9, X16);
    to.br(X17);
  }

  @Override
  void getEnv() {
    begin(Symbols.GET_ENV);
    to.ubfx(X9, X2, 28, 3); // version & 0x70000000 == JVMTI_VERSION_INTERFACE_JVMTI
    to.cmp(X9, 3);
    to.b(NE, "other_environment");
    entry(Layout.GET_ENV_CALL, "ask");
    to.label("other_environment");
    goOn(Layout.GET_ENV);
  }

  /** Goes on to what a place of the data has the address of. */
  private void goOn(String place) {
    to.loadBarrier();
    to.ldr(X17, place);
    to.br(X17);
  }

  @Override
  void getJavaVm() {
    begin(Symbols.GET_JAVA_VM);
    to.loadBarrier();
    to.ldr(X9, Layout.JAVA_VM);
    to.str(X9, X1, 0);
    to.set(X0, 0);
    to.ret();
  }

  @Override
  void findClass() {
    begin(Symbols.FIND_CLASS);
    unlessNested("class_asked");
    goOn(Layout.FIND_CLASS);
    to.label("class_asked");
    entry(Layout.FIND_CLASS_CALL, "ask");
  }

  @Override
  void toLocal() {
    begin(Symbols.TO_LOCAL);
    to.push(X29, X30, 48);
    to.add(X29, SP, 0);
    to.stp(X0, X1, SP, 16);
    ofHotSpot(Jni.NEW_LOCAL_REF);
    to.str(X0, SP, 32);
    to.ldp(X0, X1, SP, 16);
    ofHotSpot(Jni.DELETE_GLOBAL_REF);
    to.ldr(X0, SP, 32);
    to.pop(X29, X30, 48);
    to.ret();
  }

  @Override
  void heapCallbacks() {
    for (HeapCallback each : HeapCallback.values()) {
      heapCallback(each);
    }
  }

  private void heapCallback(HeapCallback callback) {
    begin(callback.symbol());
    to.set(X9, Layout.HIDDEN_TAG);
    String skip = callback.symbol() + "_skips";
    to.cmp(Register.argument(callback.classTag()), X9);
    to.b(EQ, skip);
    to.ldr(X10, Register.argument(callback.tagPlace()), 0);
    to.cmp(X10, X9);
    to.b(EQ, skip);
    if (callback == HeapCallback.REFERENCE) {
      hiddenReferrer();
    } else if (callback == HeapCallback.OLD_REFERENCE) {
      // A hidden class has the hidden tag as a referrer as well: one without a tag, to agents.
      to.cmp(X4, X9);
      to.b(NE, "tag_of_referrer");
      to.set(X4, 0);
      to.label("tag_of_referrer");
    }
    int data = callback.userData();
    if (data < A64Assembler.ARGUMENTS) {
      to.mov(X10, Register.argument(data));
      to.ldr(Register.argument(data), X10, 0);
    } else {
      int onStack = 8 * (data - A64Assembler.ARGUMENTS);
      to.ldr(X10, SP, onStack);
      to.ldr(X11, X10, 0);
      to.str(X11, SP, onStack);
    }
    to.ldr(X17, X10, callback.place());
    to.br(X17);
    to.label(skip);
    to.set(X0, callback.skips());
    to.ret();
  }

  /** A reference from something hidden is one from outside: JVMTI_HEAP_REFERENCE_OTHER. */
  private void hiddenReferrer() {
    to.cmp(X3, X9); // The tag of the referrer's class; x6 is the place of its own, if it has one.
    to.b(EQ, "hidden_referrer");
    to.cbz(X6, "shown_referrer");
    to.ldr(X10, X6, 0);
    to.cmp(X10, X9);
    to.b(NE, "shown_referrer");
    to.label("hidden_referrer");
    to.set(X0, 27);
    to.set(X1, 0);
    to.set(X3, 0);
    to.set(X6, 0);
    to.label("shown_referrer");
  }

  @Override
  void bridge() {
    begin(Symbols.BRIDGE + "resolve");
    to.mov(X0, X2); // HotSpot makes an object of the result.
    to.ret();
    begin(Symbols.BRIDGE + "environment");
    to.ret();
    begin(Symbols.BRIDGE + "globalReference");
    to.mov(X1, X2);
    ownAddress(Jni.NEW_GLOBAL_REF);
    to.br(X17);
    begin(Symbols.BRIDGE + "release");
    to.mov(X1, X2);
    ownAddress(Jni.DELETE_GLOBAL_REF);
    to.br(X17);
    begin(Symbols.BRIDGE + "takeUnheard");
    to.adr(X9, Layout.UNHEARD);
    to.label("take_unheard");
    to.ldaxr(X0, X9);
    to.stlxr(X10, XZR, X9);
    to.cbnzW(X10, "take_unheard");
    to.ret();
    begin(Symbols.BRIDGE + "deallocate");
    to.mov(X0, X2);
    to.mov(X1, X3);
    address(Layout.DEALLOCATE_FUNCTION);
    to.br(X17);
    begin(Symbols.BRIDGE + "enter");
    nest(1);
    to.ret();
    begin(Symbols.BRIDGE + "leave");
    nest(-1);
    to.ret();
    begin(Symbols.BRIDGE + "hide");
    nesting();
    to.set(X10, 1);
    to.strW(X10, X9, 4);
    to.ret();
    begin(Symbols.BRIDGE + "nest");
    nesting();
    to.ldrW(X0, X9, 0);
    to.strW(X2, X9, 0);
    to.ret();
    begin(Symbols.BRIDGE + "forced");
    nesting();
    to.ldrW(X0, X9, Layout.FORCED);
    to.ret();
    begin(Symbols.BRIDGE + "force");
    // function, environment, value
    nesting();
    to.str(X2, X9, Layout.FORCED);
    to.str(X3, X9, Layout.FORCED_ENVIRONMENT);
    to.str(X4, X9, Layout.FORCED_VALUE);
    to.ret();
    get();
    globalReferences();
    start();
    begin(Symbols.BRIDGE + "call");
    // function, environment, object, a, b, c -> function(environment, object, a, b, c)
    to.mov(X17, X2);
    to.mov(X0, X3);
    to.mov(X1, X4);
    to.mov(X2, X5);
    to.mov(X3, X6);
    to.mov(X4, X7);
    to.br(X17);
    invoke();
    begin(Symbols.AGENT_CALLS + "tell");
    to.label(Symbols.AGENT_CALLS + "tellObject");
    unlessNested(Symbols.AGENT_CALLS + "post");
    to.ret();
    begin(Symbols.AGENT_CALLS + "post");
    // callback, environment, thread, a, b, c -> callback(environment, JNIEnv, thread, a, b, c)
    to.mov(X17, X2);
    to.mov(X1, X0);
    to.mov(X0, X3);
    to.mov(X2, X4);
    to.mov(X3, X5);
    to.mov(X4, X6);
    to.mov(X5, X7);
    to.br(X17);
  }

  /**
   * function, a, ..., j: calls function(a, ..., j), with the bits of e in the first register of
   * floating-point numbers, too.
   */
  private void invoke() {
    begin(Symbols.BRIDGE + "invoke");
    to.push(X29, X30, 16);
    to.add(X29, SP, 0);
    to.mov(X17, X2);
    to.mov(X0, X3);
    to.mov(X1, X4);
    to.mov(X2, X5);
    to.mov(X3, X6);
    to.mov(X4, X7);
    to.ldp(X5, X6, SP, 16);
    to.ldp(X7, X9, SP, 32);
    to.ldr(X10, SP, 48);
    to.str(X4, SP, 16); // The place of an argument, which is the callee's.
    to.ldrD0(SP, 16);
    to.push(X9, X10, 16);
    to.blr(X17);
    to.add(SP, SP, 16);
    to.pop(X29, X30, 16);
    to.ret();
  }

  /**
   * function, environment, argument: the reference that function(environment, argument, &) gives
   */
  private void get() {
    begin(Symbols.BRIDGE + "get");
    to.push(X29, X30, 32);
    to.add(X29, SP, 0);
    to.str(XZR, SP, 16);
    to.mov(X17, X2);
    to.mov(X0, X3);
    to.mov(X1, X4);
    to.add(X2, SP, 16);
    to.blr(X17);
    to.ldr(X0, SP, 16);
    to.pop(X29, X30, 32);
    to.ret();
  }

  /**
   * function, vm, options: calls function(vm, options, null), and drops the exception that it
   * leaves.
   */
  private void start() {
    begin(Symbols.AGENT_CALLS + "start");
    to.push(X29, X30, 32);
    to.add(X29, SP, 0);
    to.str(X0, SP, 16);
    to.mov(X17, X2);
    to.mov(X0, X3);
    to.mov(X1, X4);
    to.set(X2, 0);
    to.blr(X17);
    to.str(X0, SP, 24);
    to.ldr(X0, SP, 16);
    own(Jni.EXCEPTION_CLEAR);
    to.ldr(X0, SP, 24);
    to.pop(X29, X30, 32);
    to.ret();
  }

  /** Calls function(environment, count, list), and makes the list's references global ones. */
  private void globalReferences() {
    begin(Symbols.BRIDGE + "globalReferences");
    to.push(X29, X30, 48);
    to.add(X29, SP, 0);
    to.stp(X19, X20, SP, 16);
    to.str(X21, SP, 32);
    to.mov(X19, X0);
    to.mov(X20, X4);
    to.mov(X21, X5);
    to.mov(X17, X2);
    to.mov(X0, X3);
    to.mov(X1, X4);
    to.mov(X2, X5);
    to.blr(X17);
    to.cbnzW(X0, "not_listed");
    to.ldrW(X20, X20, 0);
    to.ldr(X21, X21, 0);
    to.label("next_reference");
    to.set(X0, 0);
    to.cbz(X20, "not_listed");
    to.sub(X20, X20, 1);
    to.mov(X0, X19);
    to.ldr(X1, X21, X20);
    own(Jni.NEW_GLOBAL_REF);
    to.str(X0, X21, X20);
    to.b("next_reference");
    to.label("not_listed");
    to.ldp(X19, X20, SP, 16);
    to.ldr(X21, SP, 32);
    to.pop(X29, X30, 48);
    to.ret();
  }

  @Override
  void onLoad() {
    begin(Symbols.ON_LOAD);
    to.push(X29, X30, 48);
    to.add(X29, SP, 0);
    to.add(X1, SP, 16);
    to.set(X2, 0x3001_0000); // JVM TI 1.0
    own(Jni.GET_ENV);
    to.cbnzW(X0, "loaded");
    to.ldr(X0, SP, 16);
    to.add(X1, SP, 24);
    own(Layout.POTENTIAL_CAPABILITIES_FUNCTION - 1);
    to.ldr(X0, SP, 16);
    to.add(X1, SP, 24);
    own(Layout.ADD_CAPABILITIES_FUNCTION - 1);
    to.ldr(X0, SP, 16);
    own(Layout.DISPOSE_FUNCTION - 1);
    to.label("loaded");
    to.set(X0, 0);
    to.pop(X29, X30, 48);
    to.ret();
  }

  @Override
  void idle() {
    to.set(X0, 0);
    to.ret();
  }
}
