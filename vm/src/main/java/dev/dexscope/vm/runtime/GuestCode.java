package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dex code and the resources of one class loader. The VM implements it; the class loaders that
 * programs see ({@code dalvik.system}) and linked code ask it.
 */
public interface GuestCode {
  /** Where the code comes from, as the loader's text and its exceptions name it. */
  String description();

  /**
   * The class file of a class, ready to be defined; null when there is none of that name.
   *
   * @param name as in {@link Class#forName(String)}
   * @throws LinkageError when the class is there but cannot be loaded
   */
  byte @Nullable [] classFile(String name);

  /**
   * A method of a class, for the interpreter.
   *
   * @param lookup in the class, with all rights
   * @param methodIndex its method_id in the class's dex file
   */
  Interpreted interpreted(MethodHandles.Lookup lookup, int methodIndex);

  /** The names of all classes, in the files' order. */
  List<String> classNames();

  /** A method as dex code declares it: nothing that it names need be there. */
  record DeclaredMethod(String name, String descriptor, int accessFlags) {}

  /** The methods of any name that a class declares; none when there is no such class. */
  List<DeclaredMethod> declaredMethods(String className);

  /** The bytes of all dex files. */
  long size();

  /** The resources of that name, in the class path's order. */
  List<URL> resources(String name);

  /**
   * The field that a frame's code reads or writes, as ART's messages name it ({@code int p.C.f});
   * null when it cannot be found.
   */
  @Nullable String accessedField(StackTraceElement frame, String name, boolean reads);

  /** The descriptor of the arrays that a frame's code stores into; null when that is not known. */
  @Nullable String storedArray(StackTraceElement frame);
}
