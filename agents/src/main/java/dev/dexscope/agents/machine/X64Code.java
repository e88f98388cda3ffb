package dev.dexscope.agents.machine;

import java.util.HexFormat;

/** The code for x86-64 with the calling convention of System V. */
final class X64Code extends LibraryCode {
  private final MachineCode to = new MachineCode();
  private int upcalls;

  @Override
  MachineCode code() {
    return to;
  }

  /** Appends bytes, given in hexadecimal. */
  private void code(String hex) {
    to.append(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  /** Appends bytes and the distance to a label, or to a place of the data, from what follows. */
  private void code(String hex, String target) {
    code(hex);
    to.refer(0, target, (_, distance) -> distance - Integer.BYTES);
  }

  @Override
  void align(int bytes) {
    while (to.size() % bytes != 0) {
      code("cc"); // int3
    }
  }

  @Override
  void entry(int number, String goesTo) {
    code("41 bb"); // mov r11d, number
    to.number(number);
    code("e9", goesTo); // jmp
  }

  @Override
  void function(String name, String goesTo) {
    to.label(name);
    code("48 8b 05", Layout.NESTING); // mov rax, [nesting]
    code("64 83 38 00"); // cmp dword fs:[rax], 0
    code("0f 84", goesTo); // je
    code("48 8d 05", Layout.FUNCTIONS); // lea rax, [functions]
    code("42 ff 24 d8"); // jmp [rax + 8 * r11]
  }

  @Override
  void event() {
    to.label("event");
    code("48 8b 05", Layout.NESTING); // mov rax, [nesting]
    code("64 83 38 00"); // cmp dword fs:[rax], 0
    code("0f 84", "ask"); // je ask
    code("c3"); // ret
  }

  @Override
  void classEvent() {
    to.label("class_event");
    code("48 8b 05", Layout.NESTING);
    code("64 83 38 00"); // cmp dword fs:[rax], 0
    code("0f 84", "ask"); // je
    record();
    code("41 81 fb"); // cmp r11d, ClassFileLoadHook
    to.number(Layout.EVENTS + Layout.FIRST_CLASS_EVENT);
    code("0f 84", "class_noted"); // je
    code("48 8b 74 24 18 48 8d 54 24 40"); // mov rsi, class; lea rdx, result
    code("48 8d 05", Layout.FUNCTIONS);
    code("ff 90"); // call GetClassLoader
    to.number(8 * Layout.LOADER_FUNCTION);
    code("48 83 7c 24 40 00"); // cmp result, 0
    code("0f 85", "class_noted"); // jne
    code("48 8b 3c 24 be"); // mov rdi, environment; mov esi, size
    to.number(Layout.UNHEARD_SIZE);
    code("48 8d 54 24 40"); // lea rdx, result
    code("48 8d 05", Layout.FUNCTIONS);
    code("ff 90"); // call Allocate
    to.number(8 * Layout.ALLOCATE_FUNCTION);
    code("85 c0"); // test eax, eax
    code("0f 85", "class_noted"); // jne
    code("48 8b 7c 24 08 48 8b 74 24 18"); // mov rdi, JNIEnv; mov rsi, class
    code("48 8b 07 ff 90"); // call NewGlobalRef
    to.number(8 * Jni.NEW_GLOBAL_REF);
    code("48 8b 4c 24 40 48 89 41 10"); // mov rcx, result; mov [rcx + 16], rax
    code("48 8b 14 24 81 7c 24 38"); // mov rdx, environment; cmp number, ClassPrepare
    to.number(Layout.EVENTS + Layout.LAST_CLASS_EVENT);
    code("75 04 48 83 ca 01 48 89 51 08"); // jne +4; or rdx, 1; mov [rcx + 8], rdx
    code("48 8b 05", Layout.UNHEARD); // mov rax, [unheard]
    to.label("class_before");
    code("48 89 01"); // mov [rcx], rax
    code("f0 48 0f b1 0d", Layout.UNHEARD); // lock cmpxchg [unheard], rcx
    code("0f 85", "class_before"); // jne: rax is another thread's
    to.label("class_noted");
    code("45 31 db"); // xor r11d, r11d
    code("e9", "answered");
  }

  /** A method is the fourth argument, rcx; a step's location the fifth, r8. */
  @Override
  void methodEvents() {
    to.label("step_event");
    knownMethod();
    code("41 f6 c2 02"); // test r10b, 2
    code("4d 89 c3"); // mov r11, r8
    code("0f 84", "step_found"); // je
    code("48 8b 05", Layout.ASKS_STEPS);
    code("48 85 c0"); // test rax, rax
    code("0f 85", "step_ask"); // jne
    place();
    code("4e 8b 54 10 08"); // mov r10, [rax + r10 + 8]
    code("4d 85 d2"); // test r10, r10
    code("0f 84", "step_ask"); // je
    code("49 39 0a"); // cmp [r10], rcx: it may be another method's by now
    code("0f 85", "step_ask"); // jne
    code("4d 3b 42 08"); // cmp r8, [r10 + 8]
    code("0f 83", "no_event"); // jae: no instruction begins behind the last one that does
    code("4f 63 5c 82 10"); // movsxd r11, dword [r10 + 4 * r8 + 16]
    code("4d 85 db"); // test r11, r11
    code("0f 88", "no_event"); // js
    to.label("step_found");
    callbacks("step");
    code("48 8b 40 18 48 85 c0"); // mov rax, [rax + 24]; test rax, rax
    code("0f 84", "no_event"); // je
    code("4d 89 d8 49 89 c3"); // mov r8, r11; mov r11, rax
    code("e9", "tell");
    to.label("step_ask");
    code("41 bb"); // mov r11d, number
    to.number(Layout.EVENTS + Layout.STEP_EVENT);
    code("e9", "ask");
    to.label("method_event");
    knownMethod();
    callbacks("method");
    code("41 81 eb"); // sub r11d, what makes places 1 and 2 of it
    to.number(Layout.EVENTS + Layout.ENTRY_EVENT - 1);
    code("4e 8b 1c d8 4d 85 db"); // mov r11, [rax + 8 * r11]; test r11, r11
    code("0f 85", "tell"); // jnz
    to.label("no_event");
    code("c3");
    to.label("method_ask");
    code("e9", "ask");
  }

  /** Gives what is known of the method in r10; goes on where it is shown, on a thread that is. */
  private void knownMethod() {
    code("48 8b 05", Layout.NESTING); // mov rax, [nesting]
    code("64 48 83 38 00"); // cmp qword fs:[rax], 0
    code("0f 85", "no_event"); // jne
    place();
    code("4a 8b 04 10"); // mov rax, [rax + r10]
    code("4c 8d 14 cd 00 00 00 00 49 31 c2"); // lea r10, [8 * rcx]; xor r10, rax
    code("49 83 fa 07"); // cmp r10, 7
    code("0f 87", "ask"); // ja
    code("41 f6 c2 01"); // test r10b, 1
    code("0f 85", "no_event"); // jne
  }

  /** Gives a method's place among the known ones, as rax + r10. */
  private void place() {
    code("48 8d 05", Layout.METHODS); // lea rax
    code("49 89 ca 49 c1 ea 03 41 81 e2"); // mov r10, rcx; shr r10, 3; and r10d, mask
    to.number(Layout.METHODS_COUNT - 1);
    code("49 c1 e2 04"); // shl r10, 4
  }

  /** Finds an environment's callbacks, and gives their place in rax. */
  private void callbacks(String name) {
    code("48 8d 05", Layout.CALLBACKS); // lea rax
    code("41 ba"); // mov r10d, count
    to.number(Layout.MOST_ENVIRONMENTS);
    to.label(name + "_next");
    code("48 39 38"); // cmp [rax], rdi
    code("0f 84", name + "_found_callbacks");
    code("48 83 c0 20 41 ff ca"); // add rax, 32; dec r10d
    code("0f 85", name + "_next");
    code("e9", name + "_ask");
    to.label(name + "_found_callbacks");
  }

  /** Makes the record; its fields are at the stack pointer. */
  private void record() {
    code("55 48 89 e5 48 83 ec 60"); // push rbp; mov rbp, rsp; sub rsp, 0x60
    code("48 89 3c 24 48 89 74 24 08 48 89 54 24 10"); // rdi, rsi, rdx
    code("48 89 4c 24 18 4c 89 44 24 20 4c 89 4c 24 28"); // rcx, r8, r9
    code("48 8d 45 10 48 89 44 24 30"); // arguments on the stack
    code("4c 89 5c 24 38"); // number
    code("48 c7 44 24 40 00 00 00 00"); // result
    code("48 c7 44 24 48 ff ff ff ff"); // frames
    code("f2 0f 11 44 24 50"); // xmm0: arguments of JVM TI's functions have one such at most
  }

  private void restoreArguments() {
    code("48 8b 3c 24 48 8b 74 24 08 48 8b 54 24 10");
    code("48 8b 4c 24 18 4c 8b 44 24 20 4c 8b 4c 24 28");
    code("f2 0f 10 44 24 50");
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
    code("48 8b 05", Layout.NESTING);
    code("64 ff 00"); // inc dword fs:[rax]
    code("48 8b 3d", Layout.HOST_VM); // mov rdi, [vm]
    code("48 85 ff"); // test rdi, rdi
    code("0f 84", plain); // je
    code("48 83 ec 20 48 89 e6 ba"); // sub rsp, 32; mov rsi, rsp; mov edx, version
    to.number(Jni.VERSION);
    code("48 8b 07 ff 50 30"); // call GetEnv
    code("85 c0"); // test eax, eax
    code("0f 85", unknown); // jne
    jni(Jni.EXCEPTION_CHECK);
    code("84 c0"); // test al, al
    code("0f 85", thrown); // jne
    code("48 8b 3c 24 48 83 c4 20"); // mov rdi, [rsp]; add rsp, 32
    code("48 8b 35", Layout.ASKED); // mov rsi, class
    code("48 85 f6"); // test rsi, rsi
    code("0f 84", plain); // je
    code("48 8b 15", method); // mov rdx, method
    code("57 57 48 8d 4c 24 10"); // push rdi; push rdi; lea rcx, [rsp + 16]
    code("4c 8b 17 31 c0 41 ff 92"); // call CallStaticLongMethod
    to.number(8 * Jni.CALL_STATIC_LONG_METHOD);
    // It throws nothing, but HotSpot, told to check JNI, wants to be asked.
    code("48 8b 3c 24 48 89 04 24"); // mov rdi, [rsp]; mov [rsp], rax
    code("48 8b 07 ff 90"); // call ExceptionCheck
    to.number(8 * Jni.EXCEPTION_CHECK);
    code("58 59"); // pop rax; pop rcx
    code("e9", answered);
    to.label(thrown);
    jni(Jni.EXCEPTION_OCCURRED);
    code("48 89 44 24 08"); // mov [rsp + 8], rax
    jni(Jni.EXCEPTION_CLEAR);
    code("48 8d 7c 24 20"); // lea rdi, [rsp + 32]
    code("ff 15", address); // call [address]
    code("48 89 44 24 10"); // mov [rsp + 16], rax
    jni(Jni.THROW);
    jni(Jni.DELETE_LOCAL_REF);
    code("48 8b 44 24 10 48 83 c4 20"); // mov rax, [rsp + 16]; add rsp, 32
    code("e9", answered);
    to.label(unknown);
    code("48 83 c4 20"); // add rsp, 32
    to.label(plain);
    code("48 89 e7"); // mov rdi, rsp
    code("ff 15", address); // call [address]
    to.label(answered);
    code("49 89 c3"); // mov r11, rax
    code("48 8b 05", Layout.NESTING);
    code("64 ff 08"); // dec dword fs:[rax]
    code("4c 89 d8"); // mov rax, r11
  }

  /** Calls a function of JNI with the JNIEnv at the stack pointer, and the word behind it. */
  private void jni(int function) {
    code("48 8b 3c 24 48 8b 74 24 08"); // mov rdi, [rsp]; mov rsi, [rsp + 8]
    code("48 8b 07 ff 90"); // mov rax, [rdi]; call
    to.number(8 * function);
  }

  @Override
  void ask() {
    to.label("ask");
    record();
    to.label("asking");
    upcall(Layout.BEFORE, Layout.ASKED_BEFORE);
    to.label("answered");
    restoreArguments();
    code("48 8b 44 24 40 44 8b 54 24 38 c9"); // mov rax, result; mov r10d, number; leave
    code("4d 85 db 75 01 c3"); // test r11, r11; jnz +1; ret
    code("41 81 ea"); // sub r10d, the first event's number
    to.number(Layout.EVENTS + Layout.FIRST_EVENT);
    code("41 83 fa"); // cmp r10d, how many there are
    to.append(new byte[] {Layout.LAST_EVENT - Layout.FIRST_EVENT + 1});
    code("0f 82", "tell"); // jb
    code("41 ff e3"); // jmp r11
  }

  /** The callback is in r11. */
  @Override
  void tell() {
    to.label("tell");
    code("48 8b 05", Layout.FORCES); // mov rax, [forces]
    code("48 85 c0 75 03 41 ff e3"); // test rax, rax; jnz +3; jmp r11
    code("55 48 89 e5 48 83 ec 50"); // push rbp; mov rbp, rsp; sub rsp, 0x50
    for (int i = 0; i < Layout.MOST_ON_STACK; i++) {
      code("48 8b 45"); // mov rax, [rbp + 16 + 8 * i]
      to.append(new byte[] {(byte) (16 + 8 * i)});
      code("48 89 44 24"); // mov [rsp + 8 * i], rax
      to.append(new byte[] {(byte) (8 * i)});
    }
    code("48 89 75 d8"); // mov [rbp - 40], rsi: the JNIEnv
    code("48 8b 05", Layout.NESTING);
    code("64 4c 8b 50 08 4c 89 55 f8"); // mov r10, fs:[rax + 8]; mov [rbp - 8], r10
    code("64 4c 8b 50 10 4c 89 55 f0"); // the value
    code("64 4c 8b 50 18 4c 89 55 e8"); // the environment
    code("64 48 c7 40 08 01 00 00 00"); // mov qword fs:[rax + 8], 1
    code("41 ff d3"); // call r11
    code("48 8b 05", Layout.NESTING);
    code("64 48 8b 48 08 48 89 4d e0"); // mov rcx, fs:[rax + 8]; mov [rbp - 32], rcx
    code("48 83 f9 01"); // cmp rcx, 1
    code("0f 84", "told"); // je
    code("64 48 8b 78 18 31 f6"); // mov rdi, fs:[rax + 24]; xor esi, esi
    code("64 48 8b 50 10 66 48 0f 6e c2"); // mov rdx, fs:[rax + 16]; movq xmm0, rdx
    code("48 8d 05", Layout.FUNCTIONS);
    code("ff 14 c8"); // call [rax + 8 * rcx]
    code("48 83 7d e0"); // cmp qword [rbp - 32], ForceEarlyReturnObject
    to.append(new byte[] {Layout.FORCE_OBJECT_FUNCTION});
    code("0f 85", "told"); // jne
    code("48 8b 05", Layout.NESTING);
    code("64 48 8b 70 10 48 8b 7d d8"); // mov rsi, fs:[rax + 16]; mov rdi, JNIEnv
    code("48 8d 05", Layout.JNI_FUNCTIONS);
    code("ff 90"); // call DeleteGlobalRef
    to.number(8 * Jni.DELETE_GLOBAL_REF);
    to.label("told");
    code("48 8b 05", Layout.NESTING);
    code("4c 8b 55 f8 64 4c 89 50 08"); // as before
    code("4c 8b 55 f0 64 4c 89 50 10");
    code("4c 8b 55 e8 64 4c 89 50 18");
    code("c9 c3"); // leave; ret
  }

  @Override
  void askWithFrames() {
    to.label("ask_with_frames");
    record();
    countFrames();
    code("e9", "asking");
  }

  private void countFrames() {
    code("48 8d 54 24 48"); // lea rdx, frames
    code("48 8d 05", Layout.FUNCTIONS); // lea rax, [functions]
    code("ff 90"); // call GetFrameCount
    to.number(8 * Layout.FRAME_COUNT_FUNCTION);
  }

  @Override
  void around() {
    to.label("around_with_frames");
    record();
    countFrames();
    code("e9", "asking_around");
    to.label("around");
    record();
    to.label("asking_around");
    upcall(Layout.BEFORE, Layout.ASKED_BEFORE);
    restoreArguments();
    code("48 8b 44 24 40"); // mov rax, result
    code("4d 85 db"); // test r11, r11
    code("0f 84", "done");
    code("41 ff d3"); // call r11
    code("48 98 48 89 44 24 40"); // cdqe; result = rax
    upcall(Layout.BEHIND, Layout.ASKED_BEHIND);
    to.label("done");
    code("c9 c3"); // leave; ret
  }

  @Override
  void signature() {
    to.label("signature");
    code("55 57 56 52 51"); // push rbp, rdi, rsi, rdx, rcx
    code("48 8d 05", Layout.FUNCTIONS); // lea rax, [functions]
    code("42 ff 14 d8"); // call [rax + 8 * r11]
    code("59 5a 5e 5f 5d"); // pop rcx, rdx, rsi, rdi, rbp
    code("85 c0"); // test eax, eax
    code("0f 85", "signature_told");
    code("48 85 d2"); // test rdx, rdx
    code("0f 84", "signature_told");
    code("4c 8b 12"); // mov r10, [rdx]
    code("49 bb 4c 64 65 76 2f 64 65 78"); // mov r11, "Ldev/dex"
    code("4d 39 1a"); // cmp [r10], r11: memory of JVM TI has 16 bytes at least
    code("0f 85", "signature_told");
    code("55 57 56 52 51 4c 89 d6"); // mov rsi, r10
    code("48 8d 05", Layout.FUNCTIONS);
    code("ff 90"); // call Deallocate
    to.number(8 * Layout.DEALLOCATE_FUNCTION);
    code("59 5a 5e 5f 5d");
    entry(Layout.SIGNATURE_FUNCTION, "around");
    to.label("signature_told");
    code("c3");
  }

  @Override
  void stackTrace() {
    to.label("stack_trace"); // environment, thread, start, most, frames, count
    code("85 d2"); // test edx, edx
    code("0f 85", "stack_ask"); // jnz
    code("8d 41 ff 83 f8"); // lea eax, [rcx - 1]; cmp eax, the most but one
    to.append(new byte[] {Layout.MOST_FRAMES - 1});
    code("0f 87", "stack_ask"); // ja
    code("4d 85 c0"); // test r8, r8
    code("0f 84", "stack_ask"); // jz
    code("4d 85 c9"); // test r9, r9
    code("0f 84", "stack_ask"); // jz
    code("55 48 89 e5 53 41 54 41 55 41 56 41 57"); // push rbp; mov rbp, rsp; push rbx, r12 to r15
    code("48 81 ec"); // sub rsp
    to.number(Layout.STACK_FRAMES + 24);
    code("48 89 fb 49 89 f4 41 89 cd 4d 89 c6 4d 89 cf"); // mov rbx, rdi; r12, rsi; r13d, ecx; ...
    code("8d 41"); // lea eax, [rcx + LAUNCHER_FRAMES]
    to.append(new byte[] {Layout.LAUNCHER_FRAMES});
    to.label("stack_read");
    code("89 84 24"); // mov [wanted], eax
    to.number(Layout.STACK_FRAMES + 8);
    code("48 89 df 4c 89 e6 31 d2 89 c1"); // mov rdi, rbx; rsi, r12; xor edx, edx; mov ecx, eax
    code("49 89 e0 4c 8d 8c 24"); // mov r8, rsp; lea r9, [read]
    to.number(Layout.STACK_FRAMES);
    code("48 8d 05", Layout.FUNCTIONS); // lea rax, [functions]
    code("ff 90"); // call GetStackTrace
    to.number(8 * Layout.STACK_TRACE_FUNCTION);
    code("85 c0"); // test eax, eax
    code("0f 85", "stack_unknown"); // jnz
    code("45 31 c0 45 31 c9 48 89 e6"); // xor r8d, r8d; xor r9d, r9d; mov rsi, rsp
    to.label("stack_next"); // r8d frames have been seen, r9d of them are shown
    code("45 39 e9"); // cmp r9d, r13d
    code("0f 84", "stack_done"); // je
    code("44 3b 84 24"); // cmp r8d, [read]
    to.number(Layout.STACK_FRAMES);
    code("0f 84", "stack_end"); // je
    code("48 8b 0e 48 8b 56 08"); // mov rcx, method; mov rdx, location
    code("48 83 c6 10 41 ff c0"); // add rsi, 16; inc r8d
    place();
    code("4a 8b 3c 10"); // mov rdi, [rax + r10]
    code("4c 8d 1c cd 00 00 00 00 49 31 fb"); // lea r11, [8 * rcx]; xor r11, rdi
    code("49 83 fb 07"); // cmp r11, 7
    code("0f 87", "stack_unknown"); // ja
    code("41 f6 c3 01"); // test r11b, 1
    code("0f 85", "stack_hidden"); // jnz
    code("41 f6 c3 02"); // test r11b, 2
    code("0f 84", "stack_write"); // jz
    code("4e 8b 54 10 08 4d 85 d2"); // mov r10, [rax + r10 + 8]; test r10, r10
    code("0f 84", "stack_unknown"); // jz
    code("49 39 0a"); // cmp [r10], rcx
    code("0f 85", "stack_unknown"); // jne
    code("49 3b 52 08"); // cmp rdx, [r10 + 8]
    code("0f 83", "stack_unknown"); // jae
    code("49 63 54 92 10"); // movsxd rdx, [r10 + 4 * rdx + 16]
    code("48 89 d0 48 c1 f8 3f 48 31 c2"); // mov rax, rdx; sar rax, 63; xor rdx, rax
    to.label("stack_write");
    code("44 89 c8 48 c1 e0 04"); // mov eax, r9d; shl rax, 4
    code("49 89 0c 06 49 89 54 06 08"); // mov [r14 + rax], rcx; mov [r14 + rax + 8], rdx
    code("41 ff c1"); // inc r9d
    code("e9", "stack_next");
    to.label("stack_hidden");
    code("41 f6 c3 04"); // test r11b, 4
    code("0f 84", "stack_next"); // jz
    code("e9", "stack_done");
    to.label("stack_end");
    code("8b 84 24"); // mov eax, [wanted]
    to.number(Layout.STACK_FRAMES + 8);
    code("39 84 24"); // cmp [read], eax
    to.number(Layout.STACK_FRAMES);
    code("0f 85", "stack_done"); // jne: these were all
    code("41 8d 4d"); // lea ecx, [r13 + HIDDEN_FRAMES]
    to.append(new byte[] {Layout.HIDDEN_FRAMES});
    code("39 c8"); // cmp eax, ecx
    code("0f 84", "stack_unknown"); // je
    code("89 c8"); // mov eax, ecx
    code("e9", "stack_read");
    to.label("stack_done");
    code("45 89 0f 31 c0"); // mov [r15], r9d; xor eax, eax
    leaveStackTrace();
    code("c3");
    to.label("stack_unknown");
    code("48 89 df 4c 89 e6 31 d2"); // mov rdi, rbx; mov rsi, r12; xor edx, edx
    code("44 89 e9 4d 89 f0 4d 89 f9"); // mov ecx, r13d; mov r8, r14; mov r9, r15
    leaveStackTrace();
    to.label("stack_ask");
    entry(Layout.STACK_TRACE_FUNCTION, "ask_with_frames");
  }

  private void leaveStackTrace() {
    code("48 8d 65 d8 41 5f 41 5e 41 5d 41 5c 5b 5d"); // lea rsp, [rbp - 40]; pop all
  }

  /** All registers for arguments are kept, and al, which has their number. */
  @Override
  void jni() {
    to.label("jni");
    code("4c 8b 15", Layout.NESTING); // mov r10, [nesting]
    code("64 49 83 3a 00"); // cmp qword fs:[r10], 0
    code("4c 8d 15", Layout.JNI_FUNCTIONS); // lea r10
    code("0f 85", "jni_goes"); // jne
    code("4c 8d 15", Layout.JNI_OF_AGENTS); // lea r10
    to.label("jni_goes");
    code("43 ff 24 da"); // jmp [r10 + 8 * r11]
  }

  @Override
  void getEnv() {
    begin(Symbols.GET_ENV);
    code("89 d0 25 00 00 00 70 3d 00 00 00 30"); // version & 0x70000000 == JVMTI_VERSION_...
    code("75 0b"); // jne behind the entry
    entry(Layout.GET_ENV_CALL, "ask");
    code("ff 25", Layout.GET_ENV); // jmp [GetEnv]
  }

  @Override
  void getJavaVm() {
    begin(Symbols.GET_JAVA_VM);
    code("48 8b 05", Layout.JAVA_VM); // mov rax, [java_vm]
    code("48 89 06 31 c0 c3"); // mov [rsi], rax; xor eax, eax; ret
  }

  @Override
  void findClass() {
    begin(Symbols.FIND_CLASS);
    code("48 8b 05", Layout.NESTING);
    code("64 83 38 00 75 0b"); // cmp dword fs:[rax], 0; jne behind the entry
    entry(Layout.FIND_CLASS_CALL, "ask");
    code("ff 25", Layout.FIND_CLASS);
  }

  @Override
  void toLocal() {
    begin(Symbols.TO_LOCAL);
    code("53 41 54 48 83 ec 08"); // push rbx; push r12; sub rsp, 8
    code("48 89 fb 49 89 f4"); // mov rbx, rdi; mov r12, rsi
    code("48 8d 05", Layout.JNI_FUNCTIONS);
    code("ff 90"); // call NewLocalRef
    to.number(8 * Jni.NEW_LOCAL_REF);
    code("48 89 04 24 48 89 df 4c 89 e6");
    code("48 8d 05", Layout.JNI_FUNCTIONS);
    code("ff 90"); // call DeleteGlobalRef
    to.number(8 * Jni.DELETE_GLOBAL_REF);
    code("48 8b 04 24 48 83 c4 08 41 5c 5b c3");
  }

  @Override
  void heapCallbacks() {
    for (HeapCallback each : HeapCallback.values()) {
      heapCallback(each);
    }
  }

  private void heapCallback(HeapCallback callback) {
    begin(callback.symbol());
    code("48 b8"); // mov rax, HIDDEN_TAG
    to.number((int) Layout.HIDDEN_TAG);
    to.number((int) (Layout.HIDDEN_TAG >>> 32));
    String skip = callback.symbol() + "_skips";
    String classTag =
        switch (callback.classTag()) {
          case 0 -> "48 39 c7"; // cmp rdi, rax
          case 1 -> "48 39 c6"; // cmp rsi, rax
          default -> "48 39 c2"; // cmp rdx, rax
        };
    code(classTag + "0f 84", skip); // je
    String tag =
        switch (callback.tagPlace()) {
          case 2 -> "48 39 02"; // cmp [rdx], rax
          case 3 -> "48 39 01"; // cmp [rcx], rax
          default -> "49 39 01"; // cmp [r9], rax
        };
    code(tag + "0f 84", skip);
    if (callback == HeapCallback.REFERENCE) {
      hiddenReferrer();
    } else if (callback == HeapCallback.OLD_REFERENCE) {
      // A hidden class has the hidden tag as a referrer as well: one without a tag, to agents.
      code("49 39 c0 75 03 45 31 c0"); // cmp r8, rax; jne behind; xor r8d, r8d
    }
    code(
        switch (callback.userData()) {
          case 3 -> "48 89 c8 48 8b 08"; // mov rax, rcx; mov rcx, [rax]
          case 4 -> "4c 89 c0 4c 8b 00"; // mov rax, r8; mov r8, [rax]
          case 5 -> "4c 89 c8 4c 8b 08"; // mov rax, r9; mov r9, [rax]
          case 6 -> "48 8b 44 24 08 4c 8b 18 4c 89 5c 24 08"; // [rsp + 8]
          default -> "48 8b 44 24 18 4c 8b 18 4c 89 5c 24 18"; // [rsp + 24]
        });
    code("ff a0"); // jmp [rax + place]
    to.number(callback.place());
    to.label(skip);
    code("b8"); // mov eax
    to.number(callback.skips());
    code("c3");
  }

  /** A reference from something hidden is one from outside: JVMTI_HEAP_REFERENCE_OTHER. */
  private void hiddenReferrer() {
    code("4c 8b 54 24 08"); // mov r10, [rsp + 8]: the referrer's tag, if there is one
    code("48 39 c1 0f 84", "hidden_referrer"); // cmp rcx, rax
    code("4d 85 d2 0f 84", "shown_referrer"); // test r10, r10
    code("49 39 02 0f 85", "shown_referrer"); // cmp [r10], rax
    to.label("hidden_referrer");
    code("bf 1b 00 00 00 31 f6 31 c9"); // mov edi, 27; xor esi, esi; xor ecx, ecx
    code("48 c7 44 24 08 00 00 00 00"); // mov [rsp + 8], 0
    to.label("shown_referrer");
  }

  @Override
  void bridge() {
    begin(Symbols.BRIDGE + "resolve");
    code("48 89 d0 c3"); // mov rax, rdx: HotSpot makes an object of the result
    begin(Symbols.BRIDGE + "environment");
    code("48 89 f8 c3"); // mov rax, rdi
    begin(Symbols.BRIDGE + "globalReference");
    code("48 89 d6 48 8b 07 ff a0"); // mov rsi, rdx; jmp NewGlobalRef
    to.number(8 * Jni.NEW_GLOBAL_REF);
    begin(Symbols.BRIDGE + "release");
    code("48 89 d6 48 8b 07 ff a0"); // mov rsi, rdx; jmp DeleteGlobalRef
    to.number(8 * Jni.DELETE_GLOBAL_REF);
    begin(Symbols.BRIDGE + "takeUnheard");
    code("31 c0 48 87 05", Layout.UNHEARD); // xor eax, eax; xchg [unheard], rax
    code("c3");
    begin(Symbols.BRIDGE + "deallocate");
    code("48 89 d7 48 89 ce"); // mov rdi, rdx; mov rsi, rcx
    code("48 8d 05", Layout.FUNCTIONS);
    code("ff a0"); // jmp Deallocate
    to.number(8 * Layout.DEALLOCATE_FUNCTION);
    begin(Symbols.BRIDGE + "enter");
    code("48 8b 05", Layout.NESTING);
    code("64 ff 00 c3"); // inc dword fs:[rax]
    begin(Symbols.BRIDGE + "leave");
    code("48 8b 05", Layout.NESTING);
    code("64 ff 08 c3"); // dec dword fs:[rax]
    begin(Symbols.BRIDGE + "hide");
    code("48 8b 05", Layout.NESTING);
    code("64 c7 40 04 01 00 00 00 c3"); // mov dword fs:[rax + 4], 1
    begin(Symbols.BRIDGE + "nest");
    code("48 8b 05", Layout.NESTING);
    code("64 8b 08 64 89 10 89 c8 c3"); // mov ecx, fs:[rax]; mov fs:[rax], edx; mov eax, ecx
    begin(Symbols.BRIDGE + "forced");
    code("48 8b 05", Layout.NESTING);
    code("64 8b 40 08 c3"); // mov eax, fs:[rax + 8]
    begin(Symbols.BRIDGE + "force");
    // function, environment, value
    code("48 8b 05", Layout.NESTING);
    code("89 d2 64 48 89 50 08"); // mov edx, edx; mov fs:[rax + 8], rdx
    code("64 48 89 48 18 64 4c 89 40 10 c3"); // mov fs:[rax + 24], rcx; mov fs:[rax + 16], r8
    begin(Symbols.BRIDGE + "get");
    // function, environment, argument: the reference that function(environment, argument, &) gives
    code("48 83 ec 18 48 c7 44 24 08 00 00 00 00"); // sub rsp, 24; mov [rsp + 8], 0
    code("48 89 d0 48 89 cf 4c 89 c6 48 8d 54 24 08 ff d0"); // call
    code("48 8b 44 24 08 48 83 c4 18 c3");
    globalClasses();
    start();
    begin(Symbols.BRIDGE + "call");
    // function, environment, object, a, b, c -> function(environment, object, a, b, c)
    code("48 89 d0 48 89 cf 4c 89 c6 4c 89 ca 48 8b 4c 24 08 4c 8b 44 24 10 ff e0");
    invoke();
    begin(Symbols.AGENT_CALLS + "tell");
    to.label(Symbols.AGENT_CALLS + "tellObject");
    code("48 8b 05", Layout.NESTING);
    code("64 83 38 00 74 01 c3"); // cmp dword fs:[rax], 0; je +1; ret
    code("e9", Symbols.AGENT_CALLS + "post");
    begin(Symbols.AGENT_CALLS + "post");
    // callback, environment, thread, a, b, c -> callback(environment, JNIEnv, thread, a, b, c)
    code("48 89 d0 48 89 fe 48 89 cf 4c 89 c2 4c 89 c9 4c 8b 44 24 08 4c 8b 4c 24 10 ff e0");
  }

  /**
   * function, a, ..., j: calls function(a, ..., j), with the bits of e in the first register of
   * floating-point numbers, too.
   */
  private void invoke() {
    begin(Symbols.BRIDGE + "invoke");
    code("48 89 d0 48 89 cf 4c 89 c6 4c 89 ca"); // mov rax, rdx; mov rdi, rcx; ...
    code("48 8b 4c 24 08 4c 8b 44 24 10 4c 8b 4c 24 18"); // mov rcx, [rsp + 8]; ...
    code("66 49 0f 6e c0"); // movq xmm0, r8
    code("48 83 ec 08"); // sub rsp, 8
    code("ff 74 24 40 ff 74 24 40 ff 74 24 40 ff 74 24 40"); // push [rsp + 64]: j, i, h, g
    code("ff d0 48 83 c4 28 c3"); // call rax; add rsp, 40; ret
  }

  /**
   * function, vm, options: calls function(vm, options, null), and drops the exception that it
   * leaves.
   */
  private void start() {
    begin(Symbols.AGENT_CALLS + "start");
    code("48 83 ec 18 48 89 3c 24"); // sub rsp, 24; mov [rsp], rdi
    code("48 89 d0 48 89 cf 4c 89 c6 31 d2 ff d0"); // call
    code("48 89 44 24 08"); // mov [rsp + 8], rax
    jni(Jni.EXCEPTION_CLEAR);
    code("8b 44 24 08 48 83 c4 18 c3"); // mov eax, [rsp + 8]; add rsp, 24; ret
  }

  /** Calls function(environment, count, list), and makes the list's references global ones. */
  private void globalClasses() {
    begin(Symbols.BRIDGE + "globalReferences");
    code("53 41 54 41 55"); // push rbx; push r12; push r13
    code("48 89 fb 4d 89 c4 4d 89 cd"); // mov rbx, rdi; mov r12, r8; mov r13, r9
    code("48 89 d0 48 89 cf 4c 89 c6 4c 89 ca ff d0"); // call
    code("85 c0");
    code("0f 85", "not_listed"); // jne
    code("4d 8b 6d 00 45 8b 24 24"); // mov r13, [r13]; mov r12d, [r12]
    to.label("next_reference");
    code("31 c0 45 85 e4"); // xor eax, eax; test r12d, r12d
    code("0f 84", "not_listed"); // je
    code("41 ff cc 48 89 df 4b 8b 74 e5 00"); // dec r12d; mov rdi, rbx; mov rsi, [r13 + 8 * r12]
    code("48 8b 03 ff 90"); // call NewGlobalRef
    to.number(8 * Jni.NEW_GLOBAL_REF);
    code("4b 89 44 e5 00"); // mov [r13 + 8 * r12], rax
    code("e9", "next_reference");
    to.label("not_listed");
    code("41 5d 41 5c 5b c3");
  }

  @Override
  void onLoad() {
    begin(Symbols.ON_LOAD);
    code("53 48 83 ec 20"); // push rbx; sub rsp, 0x20
    code("48 8d 34 24 ba 00 00 01 30 48 8b 07 ff 50 30"); // GetEnv(vm, rsp, 1.0)
    code("85 c0");
    code("0f 85", "loaded"); // jne
    code("48 8b 1c 24"); // mov rbx, [rsp]
    code("48 89 df 48 8d 74 24 08 48 8b 03 ff 90"); // GetPotentialCapabilities(env, rsp + 8)
    to.number(8 * (Layout.POTENTIAL_CAPABILITIES_FUNCTION - 1));
    code("48 89 df 48 8d 74 24 08 48 8b 03 ff 90"); // AddCapabilities(env, rsp + 8)
    to.number(8 * (Layout.ADD_CAPABILITIES_FUNCTION - 1));
    code("48 89 df 48 8b 03 ff 90"); // DisposeEnvironment(env)
    to.number(8 * (Layout.DISPOSE_FUNCTION - 1));
    to.label("loaded");
    code("31 c0 48 83 c4 20 5b c3"); // xor eax, eax; add rsp, 0x20; pop rbx; ret
  }

  @Override
  void idle() {
    code("31 c0 c3"); // xor eax, eax; ret
  }
}
