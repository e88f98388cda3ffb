package dev.dexscope.vm.instrument;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MethodRefEntry;

/** Which handlers of a class file are hooks': see {@link MethodHooks}. */
public final class HookHandlers {
  private static final int FIRST_CONSTANT = 0x02; // iconst_m1

  private static final int LDC = 0x12;
  private static final int LDC_W = 0x13;
  private static final int BIPUSH = 0x10;
  private static final int SIPUSH = 0x11;
  private static final int INVOKESTATIC = 0xb8;

  private HookHandlers() {}

  /**
   * Returns whether a handler reports that its method is left, and rethrows. If a method has hooks
   * of two kinds, the later ones report the first one's handler, too.
   *
   * @param code the method's
   * @param handler the handler's address
   */
  public static boolean isOne(ClassModel model, byte[] code, int handler) {
    int at = handler;
    while (at + 2 < code.length) {
      int opcode = code[at] & 0xff;
      if (opcode == INVOKESTATIC) {
        int index = (code[at + 1] & 0xff) << 8 | (code[at + 2] & 0xff);
        if (!(model.constantPool().entryByIndex(index) instanceof MethodRefEntry called)
            || !HookCalls.isOwner(called.owner().asSymbol())) {
          return false;
        }
        if (called.name().equalsString(HookCalls.Hook.UNWIND.method())) {
          return true;
        }
      } else if (opcode < FIRST_CONSTANT || opcode > LDC_W) {
        return false;
      }
      at += length(opcode);
    }
    return false;
  }

  private static int length(int opcode) {
    return switch (opcode) {
      case BIPUSH, LDC -> 2;
      case SIPUSH, LDC_W, INVOKESTATIC -> 3;
      default -> 1;
    };
  }
}
