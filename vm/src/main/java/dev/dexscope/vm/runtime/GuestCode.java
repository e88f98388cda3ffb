package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.DexCode;
import java.lang.invoke.MethodHandles;

/**
 * The dex code of one class loader, as linked code and messages need it, in addition to the needs
 * of {@code dalvik.system}'s class loaders.
 */
public interface GuestCode extends DexCode {
  /**
   * A method of a class, for the interpreter.
   *
   * @param lookup in the class, with all rights
   * @param methodIndex its method_id in the class's dex file
   */
  Interpreted interpreted(MethodHandles.Lookup lookup, int methodIndex);

  /** Returns the declarations of its classes. */
  Declarations declarations();

  /** Returns the locator of stack traces and exceptions. */
  CodePlaces places();
}
