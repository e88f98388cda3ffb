package dev.dexscope.vm.translate;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.Hierarchy;
import dev.dexscope.vm.code.CalledMethod;
import dev.dexscope.vm.code.ThisCall;
import dev.dexscope.vm.runtime.LineNumbers;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The constructors that classes need besides their own, because constructors of their subclasses
 * skip them; see {@link ThisCall}. A class must have them before it is known whether such a
 * subclass is ever loaded: all constructors of a class path are examined, once.
 */
final class PassingConstructors {
  private final Map<String, Set<MethodRef>> byClass = new HashMap<>();
  private final Hierarchy hierarchy;

  PassingConstructors(Collection<DexFile> files, Hierarchy hierarchy) {
    this.hierarchy = hierarchy;
    for (DexFile dex : files) {
      for (ClassDef each : dex.classes()) {
        int superclass = each.superclassIndex();
        if (superclass >= 0 && !hierarchy.isPlatform(dex.type(superclass))) {
          findSkips(each);
        }
      }
    }
  }

  private void findSkips(ClassDef classDef) {
    try {
      for (EncodedMethod each : classDef.data().directMethods()) {
        if (each.hasCode() && classDef.dex().methodName(each.index()).equals("<init>")) {
          findSkips(classDef, Objects.requireNonNull(each.code()).instructions());
        }
      }
    } catch (DexFormatException e) {
      // The error is reported when the class is loaded.
    }
  }

  /** A constructor that is called may be that of a new object too: one more does no harm. */
  private void findSkips(ClassDef classDef, Instruction at) {
    DexFile dex = classDef.dex();
    while (at.next()) {
      if (at.isPayload()
          || (at.opcode() != Opcode.INVOKE_DIRECT && at.opcode() != Opcode.INVOKE_DIRECT_RANGE)) {
        continue;
      }
      int called = dex.methodClass(at.index());
      if (called != classDef.typeIndex()
          && dex.methodName(at.index()).equals("<init>")
          && !(called == classDef.superclassIndex() && isDeclared(dex, at.index()))) {
        add(
            dex.type(classDef.superclassIndex()),
            CalledMethod.constructor(dex.method(at.index()), hierarchy));
      }
    }
  }

  /**
   * Returns whether a class of the same dex file has the method that is named; cheaper than linking
   * it.
   */
  private static boolean isDeclared(DexFile dex, int method) {
    ClassDef owner = dex.findClass(dex.type(dex.methodClass(method)));
    if (owner != null) {
      for (EncodedMethod each : owner.data().directMethods()) {
        if (each.index() == method) {
          return true;
        }
      }
    }
    return false;
  }

  private void add(String from, MethodRef constructor) {
    String to = constructor.definingClass();
    if (!ThisCall.canPass(from, to, hierarchy)) {
      return;
    }
    for (String each = from; !each.equals(to); each = superclass(each)) {
      byClass.computeIfAbsent(each, _ -> new LinkedHashSet<>()).add(constructor);
    }
  }

  private String superclass(String type) {
    return Objects.requireNonNull(hierarchy.superclass(type));
  }

  /** Returns those of each class that needs some, as text. */
  Map<String, String> texts() {
    Map<String, String> texts = new HashMap<>();
    byClass.forEach((type, each) -> texts.put(type, each.toString()));
    return texts;
  }

  /** Adds those of a class. */
  void addTo(ClassBuilder to, String type) {
    for (MethodRef each : byClass.getOrDefault(type, Set.of())) {
      to.withMethodBody(
          ConstantDescs.INIT_NAME,
          ThisCall.passingType(each),
          ClassFile.ACC_PROTECTED | ClassFile.ACC_SYNTHETIC,
          code -> pass(code, Objects.requireNonNull(ThisCall.of(type, each, hierarchy)), each));
    }
  }

  private static void pass(CodeBuilder code, ThisCall call, MethodRef constructor) {
    code.lineNumber(LineNumbers.NO_INSTRUCTION).aload(0);
    List<String> parameters = constructor.proto().parameters();
    for (int i = 0; i < parameters.size(); i++) {
      TypeKind kind = TypeKind.from(ClassDesc.ofDescriptor(parameters.get(i)));
      code.loadLocal(kind, code.parameterSlot(i));
    }
    call.emit(code);
    code.return_();
  }
}
