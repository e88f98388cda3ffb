package dev.dexscope.apphost;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Removes the calls of shadows from a framework class: most classes have no shadow.
 *
 * <p>Each method of the prepared framework has its code in a second method, and calls that by an
 * {@code invokedynamic} whose call site looks for a shadow. Linking such a site costs the JVM
 * several classes and a fraction of a millisecond, and an app's start executes thousands. In a
 * class without a shadow the instruction becomes the plain call; elsewhere {@code device.CallSites}
 * links it. The layout is chapter 4 of the Java Virtual Machine Specification.
 */
final class DirectCalls {
  private static final byte[] OLD_OWNER =
      "org/robolectric/internal/bytecode/InvokeDynamicSupport".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NEW_OWNER =
      "dev/dexscope/apphost/device/CallSites".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BODY = "$$robo$$".getBytes(StandardCharsets.UTF_8);
  private static final byte[] CODE = "Code".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BOOTSTRAPS = "BootstrapMethods".getBytes(StandardCharsets.UTF_8);

  private static final int UTF8 = 1;
  private static final int INTEGER = 3;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int METHOD_HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int INVOKE_DYNAMIC = 18;
  private static final int MODULE = 19;
  private static final int PACKAGE = 20;

  private static final int REF_INVOKE_STATIC = 6;
  private static final int REF_INVOKE_SPECIAL = 7;

  private static final int INVOKESPECIAL = 0xb7;
  private static final int INVOKESTATIC = 0xb8;
  private static final int INVOKEDYNAMIC = 0xba;
  private static final int TABLESWITCH = 0xaa;
  private static final int LOOKUPSWITCH = 0xab;
  private static final int WIDE = 0xc4;
  private static final int IINC = 0x84;

  /** The length of each instruction, in bytes; 0 if it varies. */
  private static final byte[] LENGTHS = lengths();

  private final byte[] file;

  /** The start of each constant, at its tag. */
  private final int[] constants;

  /** For each bootstrap method, the handle of the method that it would link; 0 for others. */
  private int[] originals = {};

  private DirectCalls(byte[] file) {
    this.file = file;
    constants = new int[u2(8)];
  }

  /**
   * The class with plain calls, or with call sites that ours link.
   *
   * @param isShadowed whether some of its methods have shadows
   */
  static byte[] of(byte[] file, boolean isShadowed) {
    var calls = new DirectCalls(file);
    int end = calls.readConstants();
    int owner = calls.find(OLD_OWNER);
    if (owner == 0) {
      return file;
    }
    if (!isShadowed) {
      calls.replace(end);
    }
    return calls.withOwner(owner);
  }

  private int u1(int at) {
    return file[at] & 0xff;
  }

  private int u2(int at) {
    return u1(at) << 8 | u1(at + 1);
  }

  private int u4(int at) {
    return u2(at) << 16 | u2(at + 2);
  }

  /** Gives the end of the constants. */
  private int readConstants() {
    int at = 10;
    for (int i = 1; i < constants.length; i++) {
      constants[i] = at;
      switch (u1(at)) {
        case UTF8 -> at += 3 + u2(at + 1);
        case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> at += 3;
        case METHOD_HANDLE -> at += 4;
        case LONG, DOUBLE -> {
          at += 9;
          i++;
        }
        default -> at += 5;
      }
    }
    return at;
  }

  /** Returns the index of a name among the constants, 0 if it is missing. */
  private int find(byte[] name) {
    for (int i = 1; i < constants.length; i++) {
      if (constants[i] != 0 && is(i, name)) {
        return i;
      }
    }
    return 0;
  }

  private boolean is(int constant, byte[] name) {
    return begins(constant, name) && u2(constants[constant] + 1) == name.length;
  }

  private boolean begins(int constant, byte[] name) {
    int at = constants[constant];
    return u1(at) == UTF8
        && u2(at + 1) >= name.length
        && Arrays.equals(file, at + 3, at + 3 + name.length, name, 0, name.length);
  }

  /**
   * Replaces the instructions of all methods.
   *
   * @param end of the constants
   */
  private void replace(int end) {
    int at = end + 6;
    at += 2 + 2 * u2(at);
    at = pastMembers(at);
    int methods = at;
    at = pastMembers(at);
    int attributes = u2(at);
    at += 2;
    for (int i = 0; i < attributes; i++) {
      if (is(u2(at), BOOTSTRAPS)) {
        readBootstraps(at + 6);
      }
      at += 6 + u4(at + 2);
    }
    replaceIn(methods);
  }

  private int pastMembers(int at) {
    int count = u2(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      int attributes = u2(at + 6);
      at += 8;
      for (int j = 0; j < attributes; j++) {
        at += 6 + u4(at + 2);
      }
    }
    return at;
  }

  private void readBootstraps(int at) {
    originals = new int[u2(at)];
    at += 2;
    for (int i = 0; i < originals.length; i++) {
      int arguments = u2(at + 2);
      if (arguments == 2
          && isRobolectric(u2(at))
          && u1(constants[u2(at + 4)]) == METHOD_HANDLE
          && u1(constants[u2(at + 6)]) == INTEGER) {
        originals[i] = u2(at + 4);
      }
      at += 4 + 2 * arguments;
    }
  }

  /** Returns whether a method handle is of the class that links the detours. */
  private boolean isRobolectric(int handle) {
    int method = u2(constants[handle] + 2);
    int owner = u2(constants[method] + 1);
    return is(u2(constants[owner] + 1), OLD_OWNER);
  }

  private void replaceIn(int methods) {
    int count = u2(methods);
    int at = methods + 2;
    for (int i = 0; i < count; i++) {
      boolean isDetour = !begins(u2(at + 2), BODY);
      int attributes = u2(at + 6);
      at += 8;
      for (int j = 0; j < attributes; j++) {
        if (isDetour && is(u2(at), CODE)) {
          replaceInCode(at + 14, at + 14 + u4(at + 10));
        }
        at += 6 + u4(at + 2);
      }
    }
  }

  private void replaceInCode(int begin, int end) {
    for (int at = begin; at < end; at += length(at, begin)) {
      if (u1(at) == INVOKEDYNAMIC) {
        int site = constants[u2(at + 1)];
        int original = u1(site) == INVOKE_DYNAMIC ? originals[u2(site + 1)] : 0;
        if (original != 0) {
          call(at, constants[original]);
        }
      }
    }
  }

  /** The plain call; what is left of the room for the instruction does nothing. */
  private void call(int at, int handle) {
    int kind = u1(handle + 1);
    if (kind == REF_INVOKE_STATIC || kind == REF_INVOKE_SPECIAL) {
      file[at] = (byte) (kind == REF_INVOKE_STATIC ? INVOKESTATIC : INVOKESPECIAL);
      file[at + 1] = file[handle + 2];
      file[at + 2] = file[handle + 3];
      file[at + 3] = 0;
      file[at + 4] = 0;
    }
  }

  private int length(int at, int begin) {
    int opcode = u1(at);
    int aligned = at + 4 - (at - begin) % 4;
    return switch (opcode) {
      case TABLESWITCH -> aligned + 12 + 4 * (u4(aligned + 8) - u4(aligned + 4) + 1) - at;
      case LOOKUPSWITCH -> aligned + 8 + 8 * u4(aligned + 4) - at;
      case WIDE -> u1(at + 1) == IINC ? 6 : 4;
      default -> LENGTHS[opcode];
    };
  }

  private static byte[] lengths() {
    byte[] lengths = new byte[256];
    Arrays.fill(lengths, (byte) 1);
    for (int[] each :
        new int[][] {
          {0x10, 0x10, 2}, // bipush
          {0x11, 0x11, 3}, // sipush
          {0x12, 0x12, 2}, // ldc
          {0x13, 0x14, 3}, // ldc_w, ldc2_w
          {0x15, 0x19, 2}, // loads
          {0x36, 0x3a, 2}, // stores
          {IINC, IINC, 3},
          {0x99, 0xa8, 3}, // branches
          {0xa9, 0xa9, 2}, // ret
          {0xb2, 0xb8, 3}, // fields and calls
          {0xb9, 0xba, 5}, // invokeinterface, invokedynamic
          {0xbb, 0xbb, 3}, // new
          {0xbc, 0xbc, 2}, // newarray
          {0xbd, 0xbd, 3}, // anewarray
          {0xc0, 0xc1, 3}, // checkcast, instanceof
          {0xc5, 0xc5, 4}, // multianewarray
          {0xc6, 0xc7, 3}, // ifnull, ifnonnull
          {0xc8, 0xc9, 5}, // goto_w, jsr_w
        }) {
      Arrays.fill(lengths, each[0], each[1] + 1, (byte) each[2]);
    }
    return lengths;
  }

  private byte[] withOwner(int owner) {
    int name = constants[owner] + 3;
    byte[] changed = Arrays.copyOf(file, file.length + NEW_OWNER.length - OLD_OWNER.length);
    System.arraycopy(NEW_OWNER, 0, changed, name, NEW_OWNER.length);
    changed[name - 2] = (byte) (NEW_OWNER.length >> 8);
    changed[name - 1] = (byte) NEW_OWNER.length;
    int rest = name + OLD_OWNER.length;
    System.arraycopy(file, rest, changed, name + NEW_OWNER.length, file.length - rest);
    return changed;
  }
}
