package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.DexCode;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** A method as dex code declares it: nothing that it names need be there. */
  record DeclaredMethod(String name, String descriptor, int accessFlags) {}

  /** The methods of any name that a class declares; none when there is no such class. */
  List<DeclaredMethod> declaredMethods(String className);

  /**
   * The descriptors of the fields that a class adds to its objects; none when there is no class.
   */
  List<String> instanceFields(String className);

  /** The names of the classes that may extend a sealed class; none when it is not sealed. */
  List<String> permittedSubclasses(String className);

  /**
   * A frame whose line is an address ({@link LineNumbers}), as ART shows it; null when its code is
   * not here.
   */
  @Nullable StackTraceElement shown(StackTraceElement frame);

  /**
   * The field that failed code reads or writes, as ART's messages name it ({@code int p.C.f}); null
   * when it is not known.
   */
  @Nullable String accessedField(ThrowSite site);

  /**
   * The descriptor of the array that failed code stores into; null when it is not known.
   *
   * @param value the name of the class of what was to be stored
   */
  @Nullable String storedArray(ThrowSite site, String value);
}
