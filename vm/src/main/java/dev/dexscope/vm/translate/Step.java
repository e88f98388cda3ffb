package dev.dexscope.vm.translate;

import dev.dexscope.vm.code.Kind;
import java.lang.classfile.CodeBuilder;
import java.util.function.Consumer;

/**
 * A step of a translated instruction. Reads and writes of registers are separate steps, because the
 * kind of a constant is known only when all its uses are.
 */
sealed interface Step {
  /** Pushes a register's value. */
  record Load(int register, Kind kind) implements Step {}

  /** Pops a value into a register. */
  record Store(int register, Kind kind) implements Step {}

  /**
   * Sets a register to a constant, in every kind in which it is used: dex does not specify whether
   * 0 is a number or null, nor whether other bits are an int or a float.
   */
  record Constant(int register, long bits, boolean wide) implements Step {}

  /**
   * Clears the object in a register if the constant that it was set to is never read: programs free
   * memory this way, and for HotSpot's interpreter every object in a local variable is in use.
   */
  record Forget(int register) implements Step {}

  /** Copies a constant from register to register, in every kind in which the copy is used. */
  record Copy(int to, int from, boolean wide) implements Step {}

  /** Pops an object, takes its monitor and remembers it as the one at this depth. */
  record Enter(int depth) implements Step {}

  /** Gives back the monitor of this depth. */
  record Exit(int depth) implements Step {}

  /** JVM code without registers. */
  record Code(Consumer<CodeBuilder> emitter) implements Step {}
}
