import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Puts another text into the class Subject, and calls of itself. */
public final class Rewriter {
  public static void premain(String options, Instrumentation instrumentation) {
    System.out.println("options " + options);
    if (options.equals("fail")) {
      throw new IllegalStateException("as asked for");
    }
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      if (each.getName().contains("dexscope")) {
        System.out.println("ours " + each);
      }
    }
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            if (name.contains("dexscope")) {
              System.out.println("ours " + name);
            }
            return name.equals("Subject") ? rewritten(bytes) : null;
          }
        });
  }

  private static byte[] rewritten(byte[] bytes) {
    CodeTransform code =
        (builder, element) -> {
          if (element instanceof ConstantInstruction constant
              && "bottom".equals(constant.constantValue())) {
            builder.loadConstant("a longer bottom");
          } else {
            builder.with(element);
          }
        };
    return ClassFile.of()
        .transformClass(
            ClassFile.of().parse(bytes), ClassTransform.transformingMethodBodies(code));
  }
}
