package dev.dexscope.dex.verify;

import dev.dexscope.dex.verify.types.Recording;
import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import dev.dexscope.dex.verify.verdict.Failure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of a verified method's registers before chosen instructions: a translator uses them to
 * assign a place to each register.
 *
 * <pre>{@code
 * RegisterTypes types = verifier.registerTypes(method);
 * if (types.isReached(pc) && types.kind(pc, 3) == RegisterTypes.Kind.REFERENCE) {
 *   String descriptor = types.descriptor(pc, 3);
 * }
 * }</pre>
 */
public final class RegisterTypes {
  /** The content of a register. */
  public enum Kind {
    /** Nothing on some path: may not be used. */
    UNDEFINED,
    /** Different things on different paths: may not be read. */
    CONFLICT,
    /** The constant zero: an int, a float, a boolean or null. */
    ZERO,
    /** Null, as an array that is null itself yields it. */
    NULL,
    /** A constant that is not zero: an int or a smaller type, or a float. */
    CONSTANT,
    BOOLEAN,
    BYTE,
    SHORT,
    CHAR,
    INT,
    FLOAT,
    /** The first register of a long; the second follows. */
    LONG_LOW,
    LONG_HIGH,
    DOUBLE_LOW,
    DOUBLE_HIGH,
    /** The first register of a constant that is a long or a double. */
    WIDE_CONSTANT_LOW,
    WIDE_CONSTANT_HIGH,
    /** A reference, null or of the class {@link #descriptor}. */
    REFERENCE,
    /** A new instance whose constructor has not been called. */
    UNINITIALIZED,
    /** {@code this} of a constructor that has not called another one. */
    UNINITIALIZED_THIS
  }

  private static final Kind[] FIXED = {
    Kind.UNDEFINED,
    Kind.CONFLICT,
    Kind.NULL,
    Kind.BOOLEAN,
    Kind.BYTE,
    Kind.SHORT,
    Kind.CHAR,
    Kind.INT,
    Kind.FLOAT,
    Kind.LONG_LOW,
    Kind.LONG_HIGH,
    Kind.DOUBLE_LOW,
    Kind.DOUBLE_HIGH,
    Kind.WIDE_CONSTANT_LOW,
    Kind.WIDE_CONSTANT_HIGH,
    Kind.ZERO
  };

  private record Register(Kind kind, String descriptor) {}

  /** By address; null where nothing is known. */
  private final Register[] @Nullable [] lines;

  private final Map<Integer, Failure> failures;
  private final boolean countsLocks;

  private RegisterTypes(Register[] @Nullable [] lines, Recording recording) {
    this.lines = lines;
    this.failures = Map.copyOf(recording.failures());
    this.countsLocks = recording.countsLocks();
  }

  /**
   * Returns whether the verifier could not follow the method's monitors: a runtime counts them, and
   * fails when the method ends with one.
   */
  public boolean countsLocks() {
    return countsLocks;
  }

  /**
   * Returns the failure of an instruction; null if it has none. One that links nevertheless may run
   * and be followed: the class of an operand is missing, and the object is null or of another one.
   */
  public @Nullable Failure failure(int dexPc) {
    return failures.get(dexPc);
  }

  /**
   * Returns whether the instruction was recorded; false for code that no path reaches, and for
   * instructions that were not requested.
   */
  public boolean isReached(int dexPc) {
    return dexPc >= 0 && dexPc < lines.length && lines[dexPc] != null;
  }

  /** Returns the content of the register before the instruction. */
  public Kind kind(int dexPc, int register) {
    return register(dexPc, register).kind();
  }

  /**
   * Returns the class of a reference. Where paths with different classes meet, it is their common
   * superclass; for classes that cannot be loaded that is {@code Ljava/lang/Object;}, for arrays
   * with such a class an array of it. Empty for anything but a reference.
   */
  public String descriptor(int dexPc, int register) {
    return register(dexPc, register).descriptor();
  }

  private Register register(int dexPc, int register) {
    Register[] line = dexPc >= 0 && dexPc < lines.length ? lines[dexPc] : null;
    if (line == null) {
      throw new IllegalArgumentException("no types at " + dexPc + ": see isReached");
    }
    return line[register];
  }

  /** Converts a verifier's recording, with classes by their names. */
  static RegisterTypes of(Recording recording) {
    Register[] @Nullable [] finished = new Register[recording.end()][];
    RegTypes table = recording.types();
    if (table != null) {
      Map<Integer, Register> known = new HashMap<>();
      int[] before = {};
      Register[] translated = {};
      for (int pc = 0; pc < finished.length; pc++) {
        int[] line = recording.line(pc);
        if (line != null) {
          translated = translate(line, before, translated, table, known);
          finished[pc] = translated;
          before = line;
        }
      }
    }
    return new RegisterTypes(finished, recording);
  }

  /** An instruction changes a register or two: the others are as in the line before. */
  private static Register[] translate(
      int[] line,
      int[] before,
      Register[] translated,
      RegTypes table,
      Map<Integer, Register> known) {
    if (Arrays.equals(line, before)) {
      return translated;
    }
    Register[] registers = new Register[line.length];
    for (int i = 0; i < line.length; i++) {
      registers[i] =
          i < before.length && line[i] == before[i]
              ? translated[i]
              : known.computeIfAbsent(line[i], type -> translate(type, table));
    }
    return registers;
  }

  private static Register translate(int type, RegTypes table) {
    if (type < RegType.FIRST_REFERENCE) {
      return new Register(type < FIXED.length ? FIXED[type] : Kind.CONSTANT, "");
    }
    Kind kind = Kind.REFERENCE;
    if (RegTypes.isUninitialized(type)) {
      kind = table.isUninitializedThis(type) ? Kind.UNINITIALIZED_THIS : Kind.UNINITIALIZED;
    }
    String descriptor = table.descriptor(type);
    if (descriptor.isEmpty()) {
      descriptor = table.isArray(type) ? "[Ljava/lang/Object;" : "Ljava/lang/Object;";
    }
    return new Register(kind, descriptor);
  }
}
