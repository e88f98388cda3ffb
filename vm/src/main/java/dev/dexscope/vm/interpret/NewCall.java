package dev.dexscope.vm.interpret;

import dev.dexscope.dex.MethodRef;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Objects;

/** The constructor call of a new object: makes the object, too. */
final class NewCall extends Call {
  private final MethodRef method;

  /** The class of the object: a subclass where R8 has left out a constructor. */
  private final String made;

  private final int object;

  NewCall(Linker linker, int[] registers, MethodRef method, String made) {
    super(
        linker,
        Arrays.copyOfRange(registers, 1, registers.length),
        "L" + method.proto().shorty().substring(1));
    this.method = method;
    this.made = made;
    this.object = registers[0];
  }

  @Override
  void invoke(Frame frame) throws Throwable {
    var token = (Uninitialized) Objects.requireNonNull(frame.references[object]);
    invokeHandle(frame);
    Object made = Objects.requireNonNull(frame.resultReference);
    frame.replace(token, made);
    if (made instanceof Throwable thrown) {
      GuestTraces.see(thrown, frame);
    }
  }

  @Override
  MethodHandle link() throws Throwable {
    return linker.constructor(method, made);
  }
}
