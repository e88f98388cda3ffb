package dev.dexscope.vm.interpret;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Opcode;
import dev.dexscope.vm.runtime.Interpretation;
import org.jspecify.annotations.Nullable;

/**
 * A constructor or class initialiser on its way from stop to stop. While the stub executes an
 * instruction for it, the stub's frame represents it in stack traces, not its own.
 */
final class StoppingRun implements Interpretation {
  private final Frame frame;
  private final @Nullable Uninitialized self;
  private int stop = -1;

  StoppingRun(Frame frame, @Nullable Uninitialized self) {
    this.frame = frame;
    this.self = self;
  }

  /** Runs up to the next stop. */
  void go(int at) throws Throwable {
    frame.thread.top = frame;
    try {
      boolean stopped = Interpreter.run(frame, at) == Interpreter.STOPPED;
      stop = stopped ? frame.dexPc() : -1;
    } finally {
      frame.thread.top = frame.caller;
    }
  }

  @Override
  public int stop() {
    return stop;
  }

  @Override
  public @Nullable Object operand(int index) {
    Instruction at = frame.code.data(stop);
    DexFile dex = frame.method.source().dex();
    if (at.opcode().indexKind() == Opcode.IndexKind.FIELD) {
      return value(dex.type(dex.fieldType(at.index())), at.a());
    }
    int register = 1;
    String type = "";
    int[] parameters = dex.parameters(dex.methodProto(at.index()));
    for (int i = 0; i <= index; i++) {
      register += type.equals("J") || type.equals("D") ? 2 : i == 0 ? 0 : 1;
      type = dex.type(parameters[i]);
    }
    return value(type, at.argument(register));
  }

  @Override
  public void put() throws Throwable {
    Instruction at = frame.code.data(stop);
    var field = new FieldAccess(frame.code.linker, at.index(), true, false);
    if (at.opcode() == Opcode.SPUT_OBJECT) {
      field.putReference(frame.references[at.a()]);
    } else {
      field.putNumber(frame.numbers[at.a()]);
    }
  }

  private @Nullable Object value(String type, int register) {
    char letter = type.charAt(0) == '[' ? 'L' : type.charAt(0);
    return Boxes.box(letter, frame.numbers[register], frame.references[register]);
  }

  @Override
  public void proceed(@Nullable Object made) throws Throwable {
    if (self != null && made != null) {
      frame.replace(self, made);
    }
    go(frame.at + 1);
  }
}
