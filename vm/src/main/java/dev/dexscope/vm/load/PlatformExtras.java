package dev.dexscope.vm.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;

/**
 * Classes that Android has in {@code java.lang} and the JDK has not. They are ours under another
 * name, and are defined in the platform on demand, which is the only way to add them. They refer to
 * no class of ours, themselves included.
 */
final class PlatformExtras {
  private static final String OURS = "dev.dexscope.vm.runtime.";
  private static final Map<String, String> CLASSES =
      Map.of(
          "java.lang.StringFactory", OURS + "StringFactory",
          "java.lang.VMClassLoader", OURS + "VMClassLoader");

  private PlatformExtras() {}

  static boolean has(String name) {
    return CLASSES.containsKey(name);
  }

  /** Returns the class, defined on demand. */
  static synchronized Class<?> define(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException _) {
      // Not yet.
    }
    try {
      return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(classFile(name));
    } catch (IllegalAccessException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** Returns the class file in the form required by the verifier of dex code. */
  static byte[] classFile(String name) {
    String own = Objects.requireNonNull(CLASSES.get(name));
    String resource = own.substring(own.lastIndexOf('.') + 1) + ".class";
    try (InputStream in =
        Objects.requireNonNull(
            dev.dexscope.vm.runtime.Linkage.class.getResourceAsStream(resource))) {
      var file = ClassFile.of();
      return file.transformClass(
          file.parse(in.readAllBytes()), ClassDesc.of(name), ClassTransform.ACCEPT_ALL);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
