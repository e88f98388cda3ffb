package dev.dexscope.vm.debug;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one class loader of dex code, as debuggers and agents see and change them. Classes
 * are named as {@link Class#getName} has it.
 *
 * <pre>{@code
 * GuestClasses classes = Vm.code().of(type.getClassLoader());
 * CodeMap map = classes == null ? null : classes.codeMap(type, "main", "([Ljava/lang/String;)V");
 * }</pre>
 */
public interface GuestClasses {
  /**
   * Returns where the parts of a method are in the JVM code that runs for it. It is made when it is
   * requested, by translating the class again.
   *
   * @param type one of these classes
   * @return null when the method has no code
   */
  @Nullable CodeMap codeMap(Class<?> type, String method, String descriptor);

  /** The file on disk that a class came from; null when it came from memory. */
  @Nullable Path file(String name);

  /** The names of all classes, as their files have them. */
  List<String> classNames();

  /**
   * The class file that a class was made into, without hooks; null when it is not here, or cannot
   * be made. The class is not loaded by it.
   */
  byte @Nullable [] ofDefinition(String name);

  /**
   * The dex file of one class as it runs; null when it is not here.
   *
   * @param name the class need not be loaded yet
   */
  byte @Nullable [] dexFile(String name);

  /**
   * Replaces the dex code of a class. The JVM has to be redefined with {@link NewCode#classFile}.
   *
   * @throws RefusedCodeException if it cannot replace the class
   */
  NewCode replace(String name, byte[] dexFile, NewCode.Kind kind) throws RefusedCodeException;

  /**
   * A class file that is to take the place of a class's dex code, as the JVM takes it: with the
   * fields in the order of the class's dex file, with what D8 has added to the class, and with call
   * sites in the place of uses of other classes' private members.
   *
   * @throws IllegalArgumentException where it is no class file
   */
  NewClassFile fit(String name, byte[] given);

  /** The JVM has redefined a class by a class file of {@link #fit}: calls run it from now on. */
  void redefined(String name);

  /**
   * Defines a class beside these, of a class file that may use their private members as in a nest.
   *
   * @param loader the one that these are of
   * @throws IllegalArgumentException where it is no class file
   */
  Class<?> define(ClassLoader loader, String name, byte[] given);

  /**
   * Class files that are to come together, by the names of their classes: a class that has the name
   * of one that D8 has made gets another one.
   *
   * @throws IllegalArgumentException where one is no class file
   */
  Map<String, byte[]> besideD8(Map<String, byte[]> files);

  /**
   * Returns a class file that an agent in Java has made of one of these classes, as it is to run.
   */
  byte[] changedByAgent(byte[] classFile);

  /**
   * Restores the definition of a class, without transformations.
   *
   * @return undoes it
   */
  Runnable withoutTransformation(String name);
}
