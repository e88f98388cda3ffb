package dev.dexscope.vm.interpret;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.vm.runtime.HeapReserve;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A method's code, decoded. */
final class Code {
  /** Each is {@link Packed}. */
  final long[] instructions;

  /** The address of each instruction, in code units. */
  final int[] addresses;

  /**
   * The objects that instructions refer to: {@link Call}, {@link FieldAccess}, {@link TypeUse},
   * strings, ...
   */
  final Object[] operands;

  /** The literals of const-wide. */
  final long[] wide;

  final int registers;

  private final MethodBody body;
  final Linker linker;
  private final @Nullable Class<?>[] caught;

  Code(
      long[] instructions,
      int[] addresses,
      Object[] operands,
      long[] wide,
      MethodBody body,
      Linker linker) {
    this.instructions = instructions;
    this.addresses = addresses;
    this.operands = operands;
    this.wide = wide;
    this.registers = body.registers;
    this.body = body;
    this.linker = linker;
    this.caught = new Class<?>[body.handlers];
    findErrors();
  }

  /**
   * Finds the platform's classes before they are needed: where an error of memory or stack is
   * caught there is no room to load them.
   */
  private void findErrors() {
    for (int i = 0; i < body.handlers; i++) {
      int type = body.handlerType[i];
      if (type != MethodBody.CATCH_ALL && linker.dex().type(type).startsWith("Ljava/lang/")) {
        caught[i] = find(type);
      }
    }
  }

  /** The payload at an address. */
  Instruction data(int address) {
    Instruction data = body.instructions();
    data.moveTo(address);
    return data;
  }

  /** The instruction at an address. */
  int index(int address) {
    return Arrays.binarySearch(addresses, address);
  }

  /**
   * Returns the instruction that handles an exception of the one at an address; -1 if there is no
   * handler.
   */
  int handler(int address, Throwable thrown) {
    int guarded = body.findTry(address);
    if (guarded < 0) {
      return -1;
    }
    for (int i = body.tryHandlers[guarded]; i < body.tryHandlersEnd[guarded]; i++) {
      if (body.handlerType[i] == MethodBody.CATCH_ALL || catches(i, thrown)) {
        return index(body.handlerPc[i]);
      }
    }
    return -1;
  }

  /** A handler for a class that does not exist catches nothing (ART, FindCatchBlock). */
  private boolean catches(int handler, Throwable thrown) {
    Class<?> type = caught[handler];
    if (type == null) {
      try {
        type = find(body.handlerType[handler]);
      } catch (OutOfMemoryError e) {
        HeapReserve.release(e);
        type = find(body.handlerType[handler]);
      }
      caught[handler] = type;
    }
    return type != null && type.isInstance(thrown);
  }

  private @Nullable Class<?> find(int type) {
    try {
      return linker.type(type);
    } catch (LinkageError e) {
      return null;
    }
  }
}
