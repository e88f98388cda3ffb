package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.DexCode;
import java.lang.invoke.MethodHandles;

/**
 * The dex code of one class loader, as linked code and messages need it beside what the class
 * loaders of {@code dalvik.system} ask for.
 */
public interface GuestCode extends DexCode {
  /**
   * A method of a class, for the interpreter.
   *
   * @param lookup in the class, with all rights
   * @param methodIndex its method_id in the class's dex file
   */
  Interpreted interpreted(MethodHandles.Lookup lookup, int methodIndex);

  /** What its classes declare. */
  Declarations declarations();

  /** Where in it stack traces and exceptions come from. */
  CodePlaces places();
}
