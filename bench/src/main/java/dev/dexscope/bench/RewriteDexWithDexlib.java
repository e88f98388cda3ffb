package dev.dexscope.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jf.dexlib2.Opcode;
import org.jf.dexlib2.Opcodes;
import org.jf.dexlib2.builder.MutableMethodImplementation;
import org.jf.dexlib2.builder.instruction.BuilderInstruction35c;
import org.jf.dexlib2.dexbacked.DexBackedDexFile;
import org.jf.dexlib2.iface.ClassDef;
import org.jf.dexlib2.iface.Method;
import org.jf.dexlib2.iface.MethodImplementation;
import org.jf.dexlib2.iface.debug.DebugItem;
import org.jf.dexlib2.iface.instruction.Instruction;
import org.jf.dexlib2.iface.instruction.ReferenceInstruction;
import org.jf.dexlib2.iface.reference.FieldReference;
import org.jf.dexlib2.iface.reference.MethodReference;
import org.jf.dexlib2.iface.reference.StringReference;
import org.jf.dexlib2.iface.reference.TypeReference;
import org.jf.dexlib2.immutable.ImmutableClassDef;
import org.jf.dexlib2.immutable.ImmutableMethod;
import org.jf.dexlib2.immutable.reference.ImmutableMethodReference;
import org.jf.dexlib2.writer.io.FileDataStore;
import org.jf.dexlib2.writer.pool.DexPool;

/** Does the work of {@link RewriteDex} with dexlib2: the peer. */
public final class RewriteDexWithDexlib {
  private static final MethodReference PROBE =
      new ImmutableMethodReference("Ldev/dexscope/Probe;", "enter", List.of(), "V");

  private RewriteDexWithDexlib() {}

  public static void main(String[] args) throws IOException {
    var dex = new DexBackedDexFile(Opcodes.getDefault(), Files.readAllBytes(Path.of(args[1])));
    switch (args[0]) {
      case "decode" -> System.out.println(decode(dex));
      case "copy" -> write(dex, args[2], UnaryOperator.identity());
      case "hook" -> write(dex, args[2], RewriteDexWithDexlib::hooked);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  static long decode(DexBackedDexFile dex) {
    long sum = 0;
    for (ClassDef each : dex.getClasses()) {
      sum += each.getType().length();
      for (Method method : each.getMethods()) {
        sum += method.getName().length();
        MethodImplementation code = method.getImplementation();
        if (code != null) {
          sum += decode(code);
        }
      }
    }
    return sum;
  }

  private static long decode(MethodImplementation code) {
    long sum = 0;
    for (Instruction i : code.getInstructions()) {
      sum += i.getOpcode().flags;
      if (i instanceof ReferenceInstruction reference) {
        sum +=
            switch (reference.getReference()) {
              case StringReference r -> r.getString().length();
              case TypeReference r -> r.getType().length();
              case FieldReference r -> r.getName().length();
              case MethodReference r -> r.getName().length();
              default -> 1;
            };
      }
    }
    for (var each : code.getTryBlocks()) {
      sum += each.getExceptionHandlers().size();
    }
    for (DebugItem each : code.getDebugItems()) {
      sum += each.getCodeAddress();
    }
    return sum;
  }

  static void write(DexBackedDexFile dex, String out, UnaryOperator<ClassDef> change)
      throws IOException {
    var pool = new DexPool(dex.getOpcodes());
    for (ClassDef each : dex.getClasses()) {
      pool.internClass(change.apply(each));
    }
    pool.writeTo(new FileDataStore(new File(out)));
  }

  static ClassDef hooked(ClassDef each) {
    return withMethods(each, RewriteDexWithDexlib::hooked);
  }

  /** The class with those of its methods changed that have code. */
  static ClassDef withMethods(ClassDef each, UnaryOperator<Method> change) {
    List<Method> methods = new ArrayList<>();
    for (Method method : each.getMethods()) {
      methods.add(method.getImplementation() == null ? method : change.apply(method));
    }
    return new ImmutableClassDef(
        each.getType(),
        each.getAccessFlags(),
        each.getSuperclass(),
        each.getInterfaces(),
        each.getSourceFile(),
        each.getAnnotations(),
        each.getFields(),
        methods);
  }

  static Method withCode(Method method, MethodImplementation code) {
    return new ImmutableMethod(
        method.getDefiningClass(),
        method.getName(),
        method.getParameters(),
        method.getReturnType(),
        method.getAccessFlags(),
        method.getAnnotations(),
        method.getHiddenApiRestrictions(),
        code);
  }

  private static Method hooked(Method method) {
    var code = new MutableMethodImplementation(method.getImplementation());
    code.addInstruction(
        0, new BuilderInstruction35c(Opcode.INVOKE_STATIC, 0, 0, 0, 0, 0, 0, PROBE));
    return withCode(method, code);
  }
}
