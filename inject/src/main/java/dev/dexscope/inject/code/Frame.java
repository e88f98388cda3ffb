package dev.dexscope.inject.code;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.CodeTransform;
import dev.dexscope.dex.write.MethodBuilder;
import dev.dexscope.dex.write.RegisterRangeException;
import java.util.List;
import java.util.function.Function;

/**
 * The way in which a method's frame provides the registers for {@link Hooks}: {@code v0} at the
 * method's start; if exceptions are recorded, one more for the whole method, and any other in its
 * catch-all.
 */
sealed interface Frame {
  /** As it is: {@code v0} is no argument, so that nothing is in it at the start. */
  record AsItIs() implements Frame {}

  /** All registers get higher numbers: no instruction more, where all have room for them. */
  record InFront(int count) implements Frame {}

  /** Arguments are moved to where the code looks for them. Always possible. */
  record Behind(int count, boolean isStatic, Proto proto) implements Frame {}

  /** Called before anything is written. */
  default void grow(CodeBuilder b) {
    switch (this) {
      case AsItIs _ -> {}
      case InFront(int count) -> b.growInFront(count);
      case Behind(int count, _, _) -> b.registers(b.registers() + count);
    }
  }

  /** Returns the number added to the method's own registers. */
  default int shift() {
    return this instanceof InFront(int count) ? count : 0;
  }

  /** A register that the method's own code does not use. */
  default int keep(CodeBuilder b) {
    return switch (this) {
      case AsItIs _ -> throw new IllegalStateException("every register may be in use");
      case InFront _ -> 0;
      case Behind _ -> b.registers() - 1;
    };
  }

  /** Called when the arguments must be where the method's own code looks for them. */
  default void settle(CodeBuilder b) {
    if (this instanceof Behind(int count, boolean isStatic, Proto proto)) {
      b.moveArguments(count, isStatic, proto);
    }
  }

  /**
   * A method whose code was read.
   *
   * @param body its code
   */
  record Method(MethodBody body, boolean isStatic, Proto proto) {
    /**
     * Transforms its code with the first frame that its instructions have room for.
     *
     * @param keeps whether a register is kept for the whole method
     * @throws RegisterRangeException if there is none; it is unchanged
     */
    void transform(
        MethodBuilder builder,
        boolean hasCatchAll,
        boolean keeps,
        Function<Frame, CodeTransform> transform) {
      List<Frame> choices = choices(body, hasCatchAll, keeps, isStatic, proto);
      for (Frame each : choices) {
        try {
          builder.transformCode(transform.apply(each));
          return;
        } catch (RegisterRangeException e) {
          if (each.equals(choices.getLast())) {
            throw e;
          }
        }
      }
    }
  }

  /**
   * Reads a method's code.
   *
   * @param body what it is read into
   * @throws dev.dexscope.dex.DexFormatException if its code is damaged
   */
  static Method read(EncodedMethod method, MethodBody body) {
    method.dex().readBody(method.codeOffset(), body);
    boolean isStatic = (method.accessFlags() & AccessFlags.STATIC) != 0;
    Proto proto = method.dex().proto(method.dex().methodProto(method.index()));
    int arguments = proto.registers() + (isStatic ? 0 : 1);
    // Frames grow around the arguments: those that the method's type has must be there.
    if (body.ins != arguments || body.ins > body.registers) {
      throw body.broken(
          0,
          "a frame of %d registers with %d for arguments, of which the method has %d"
              .formatted(body.registers, body.ins, arguments));
    }
    return new Method(body, isStatic, proto);
  }

  /** The ways to do it, the one that costs least first. */
  private static List<Frame> choices(
      MethodBody body, boolean hasCatchAll, boolean keepsDepth, boolean isStatic, Proto proto) {
    if (!keepsDepth && body.registers > body.ins) {
      return List.of(new AsItIs());
    }
    int count = hasCatchAll && body.registers == 0 ? 2 : 1;
    return List.of(new InFront(count), new Behind(count, isStatic, proto));
  }
}
