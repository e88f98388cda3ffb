package dev.dexscope.vm.translate;

import static dev.dexscope.dex.AccessFlags.ABSTRACT;
import static dev.dexscope.dex.AccessFlags.ANNOTATION;
import static dev.dexscope.dex.AccessFlags.BRIDGE;
import static dev.dexscope.dex.AccessFlags.ENUM;
import static dev.dexscope.dex.AccessFlags.FINAL;
import static dev.dexscope.dex.AccessFlags.INTERFACE;
import static dev.dexscope.dex.AccessFlags.NATIVE;
import static dev.dexscope.dex.AccessFlags.PRIVATE;
import static dev.dexscope.dex.AccessFlags.PROTECTED;
import static dev.dexscope.dex.AccessFlags.PUBLIC;
import static dev.dexscope.dex.AccessFlags.STATIC;
import static dev.dexscope.dex.AccessFlags.STRICT;
import static dev.dexscope.dex.AccessFlags.SYNCHRONIZED;
import static dev.dexscope.dex.AccessFlags.SYNTHETIC;
import static dev.dexscope.dex.AccessFlags.TRANSIENT;
import static dev.dexscope.dex.AccessFlags.VARARGS;
import static dev.dexscope.dex.AccessFlags.VOLATILE;

import java.lang.classfile.ClassFile;

/**
 * Access flags that the JVM accepts (JVMS 4.1, 4.5, 4.6). ART ignores many combinations for which
 * HotSpot refuses a whole class, and obfuscators generate them: flags that would be refused are
 * removed in the way that permits more code to run.
 */
final class Modifiers {
  private static final int ACCESS = PUBLIC | PRIVATE | PROTECTED;
  private static final int OF_CLASS =
      PUBLIC | FINAL | INTERFACE | ABSTRACT | SYNTHETIC | ANNOTATION | ENUM;
  private static final int OF_FIELD =
      ACCESS | STATIC | FINAL | VOLATILE | TRANSIENT | SYNTHETIC | ENUM;
  private static final int OF_METHOD =
      ACCESS
          | STATIC
          | FINAL
          | SYNCHRONIZED
          | BRIDGE
          | VARARGS
          | NATIVE
          | ABSTRACT
          | STRICT
          | SYNTHETIC;

  private Modifiers() {}

  static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  static int ofClass(int dexFlags) {
    int flags = dexFlags & OF_CLASS;
    if (has(flags, INTERFACE)) {
      return (flags | ABSTRACT) & ~(FINAL | ENUM);
    }
    flags &= ~ANNOTATION;
    if (has(flags, ABSTRACT)) {
      flags &= ~FINAL;
    }
    return flags | ClassFile.ACC_SUPER;
  }

  static int ofField(int dexFlags, boolean inInterface) {
    int flags = dexFlags & OF_FIELD;
    if (inInterface) {
      return (flags & SYNTHETIC) | PUBLIC | STATIC | FINAL;
    }
    if (has(flags, VOLATILE)) {
      flags &= ~FINAL;
    }
    return oneAccess(flags);
  }

  static int ofMethod(int dexFlags, String name, boolean inInterface) {
    int flags = oneAccess(dexFlags & OF_METHOD);
    if (name.equals("<clinit>")) {
      return (flags & ACCESS) | STATIC;
    }
    if (name.equals("<init>")) {
      return flags & (ACCESS | VARARGS | STRICT | SYNTHETIC);
    }
    if (!has(flags, NATIVE)) {
      // In dex only native methods lock by this flag; others have monitor instructions.
      flags &= ~SYNCHRONIZED;
    }
    if (inInterface) {
      flags &= ~(FINAL | PROTECTED | SYNCHRONIZED);
      if (!has(flags, PRIVATE)) {
        flags |= PUBLIC;
      }
    }
    if (has(flags, ABSTRACT)) {
      flags &= ~(FINAL | NATIVE | PRIVATE | STATIC | SYNCHRONIZED | STRICT);
    }
    return flags;
  }

  private static int oneAccess(int flags) {
    int access = flags & ACCESS;
    return (flags & ~ACCESS) | Integer.lowestOneBit(access);
  }
}
