package dev.dexscope.bench;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.write.ClassTransform;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.CodeTransform;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.MethodTransform;
import dev.dexscope.dex.write.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads or rewrites a dex file with our library: {@code bench/run RewriteDex decode|copy|hook
 * IN.dex [OUT.dex]}. {@link RewriteDexWithDexlib} does the same with dexlib2.
 */
public final class RewriteDex {
  static final MethodRef PROBE = MethodRef.of("Ldev/dexscope/Probe;", "enter", "()V");

  private RewriteDex() {}

  public static void main(String[] args) throws IOException {
    DexFile dex = DexFile.open(Path.of(args[1])).getFirst();
    switch (args[0]) {
      case "decode" -> System.out.println(decode(dex));
      case "copy" -> Files.write(Path.of(args[2]), copied(dex));
      case "hook" -> Files.write(Path.of(args[2]), hooked(dex));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Every instruction with its operands, every string it names, every try and debug event. */
  static long decode(DexFile dex) {
    long sum = 0;
    var body = new MethodBody();
    for (ClassDef each : dex.classes()) {
      sum += each.type().length();
      for (EncodedMethod method : each.data().methods()) {
        sum += dex.methodName(method.index()).length();
        CodeItem code = method.code();
        if (code != null) {
          sum += decode(dex, code, body);
        }
      }
    }
    return sum;
  }

  private static long decode(DexFile dex, CodeItem code, MethodBody body) {
    long sum = 0;
    dex.readBody(code.offset(), body);
    for (Instruction i = body.instructions(); i.next(); ) {
      if (i.isPayload()) {
        continue;
      }
      Opcode opcode = i.opcode();
      sum += opcode.value();
      sum +=
          switch (opcode.indexKind()) {
            case NONE, CALL_SITE, METHOD_HANDLE, PROTO -> 1;
            case STRING -> dex.string(i.index()).length();
            case TYPE -> dex.type(i.index()).length();
            case FIELD -> dex.fieldName(i.index()).length();
            case METHOD, METHOD_AND_PROTO -> dex.methodName(i.index()).length();
          };
    }
    for (int i = 0; i < body.tries; i++) {
      sum += body.tryHandlersEnd[i] - body.tryHandlers[i];
    }
    DebugInfo debug = code.debugInfo();
    if (debug != null) {
      for (DebugInfo.Events e = debug.events(); e.next(); ) {
        sum += e.address();
      }
    }
    return sum;
  }

  /** Every class taken apart and put together again, code included. */
  static byte[] copied(DexFile dex) {
    DexBuilder builder = DexBuilder.of(dex).version(dex.version());
    transform(builder, new CodeTransform() {});
    return builder.build();
  }

  /** A call at the start of each method. */
  static byte[] hooked(DexFile dex) {
    DexBuilder builder = DexBuilder.of(dex);
    transform(
        builder,
        new CodeTransform() {
          @Override
          public void atStart(CodeBuilder b) {
            b.invoke(Opcode.INVOKE_STATIC, PROBE);
          }
        });
    return builder.build();
  }

  private static void transform(DexBuilder builder, CodeTransform transform) {
    Outcome outcome =
        builder.transform(ClassTransform.ofMethods(MethodTransform.ofCode(() -> transform)));
    if (outcome instanceof Outcome.Overflow overflow) {
      throw new IllegalStateException(overflow.toString());
    }
  }
}
