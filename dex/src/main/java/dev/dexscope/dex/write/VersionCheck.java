package dev.dexscope.dex.write;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.code.Code;
import java.util.List;

/** Refuses features that the requested version does not support. */
final class VersionCheck {
  private static final int DEFAULT_METHODS = 37;
  private static final int CALL_SITES = 38;
  private static final int CONST_METHOD_HANDLE = 39;

  private final int version;
  private final MethodBody body = new MethodBody();

  private VersionCheck(int version) {
    this.version = version;
  }

  static void require(DexBuilder file, List<DexBuilder.Entry> classes, NewItems items) {
    var check = new VersionCheck(file.version());
    if (file.version() >= CONST_METHOD_HANDLE) {
      return;
    }
    if (!file.pool().callSites().isEmpty() || !file.pool().methodHandles().isEmpty()) {
      check.atLeast(CALL_SITES, "call sites and method handles");
    }
    if (file.pool().usesLateInstructions()) {
      items.codes.forEach(each -> check.code(each.code()));
    }
    DexFile base = file.base();
    boolean lowered = base != null && base.version() > file.version();
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      ClassDef kept = each.kept();
      if (built != null) {
        check.built(built, lowered);
      } else if (lowered && kept != null) {
        check.kept(kept);
      }
    }
  }

  private void atLeast(int needed, String what) {
    if (version < needed) {
      throw new IllegalStateException(
          "dex version 0" + version + " has no " + what + "; they need 0" + needed);
    }
  }

  /** Files that break this rule already are accepted: devices only warn. */
  private void built(ClassBuilder built, boolean lowered) {
    if ((built.accessFlags() & AccessFlags.INTERFACE) != 0) {
      for (MethodBuilder each : built.methods()) {
        boolean isNew = lowered || (each.newCode() != null && each.oldCodeOffset() == 0);
        if (isNew && each.hasCode() && !each.ref().name().equals("<clinit>")) {
          atLeast(DEFAULT_METHODS, "interface methods with code");
        }
      }
    }
  }

  private void kept(ClassDef kept) {
    boolean isInterface = (kept.accessFlags() & AccessFlags.INTERFACE) != 0;
    for (EncodedMethod each : kept.data().methods()) {
      if (each.hasCode()) {
        if (isInterface && !each.ref().name().equals("<clinit>")) {
          atLeast(DEFAULT_METHODS, "interface methods with code");
        }
        kept.dex().readBody(each.codeOffset(), body);
        checkBody();
      }
    }
  }

  private void code(Code code) {
    code.load(body);
    checkBody();
  }

  private void checkBody() {
    for (var each = body.instructions(); each.next(); ) {
      int opcode = each.opcodeValue();
      if (opcode == Opcode.CONST_METHOD_HANDLE.value()
          || opcode == Opcode.CONST_METHOD_TYPE.value()) {
        atLeast(CONST_METHOD_HANDLE, "const-method-handle and const-method-type");
      } else if (opcode >= Opcode.INVOKE_POLYMORPHIC.value()
          && opcode < Opcode.CONST_METHOD_HANDLE.value()) {
        atLeast(CALL_SITES, "invoke-polymorphic and invoke-custom");
      }
    }
  }
}
