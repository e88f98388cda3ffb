import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.ProtectionDomain;

/** Puts another text into the class Subject, and calls of itself. */
public final class Rewriter {
  public static void premain(String options, Instrumentation instrumentation) throws IOException {
    System.out.println("options " + options);
    if ("fail".equals(options)) {
      throw new IllegalStateException("as asked for");
    }
    System.out.println("resource " + (Rewriter.class.getResource("Rewriter.class") != null));
    ClassLoader own = Rewriter.class.getClassLoader();
    System.out.println("system " + (ClassLoader.getSystemClassLoader() == own));
    System.out.println(
        "resources "
            + (ClassLoader.getSystemResource("Rewriter.class") != null)
            + " "
            + ClassLoader.getSystemResources("Rewriter.class").hasMoreElements()
            + " "
            + (ClassLoader.getSystemResourceAsStream("Rewriter.class") != null));
    System.out.println("context " + (Thread.currentThread().getContextClassLoader() == own));
    System.out.println("parent " + (new ClassLoader() {}.getParent() == own));
    System.out.println("parent " + (new URLClassLoader(new URL[0]).getParent() == own));
    System.out.println("hidden " + isHidden("dev.dexscope.vm.Vm") + " " + isHidden("picocli.CommandLine"));
    System.out.println(
        "supported "
            + instrumentation.isRetransformClassesSupported()
            + " "
            + instrumentation.isRedefineClassesSupported()
            + " "
            + instrumentation.isNativeMethodPrefixSupported());
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
            if (!name.equals("Subject")) {
              return null;
            }
            System.out.println("source " + domain.getCodeSource().getLocation());
            return rewritten(bytes);
          }
        });
  }

  /** Comes to the program Waiting, and puts a call of itself into a method that is loaded. */
  public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
    System.out.println("came " + options);
    if ("halt".equals(options)) {
      Runtime.getRuntime().halt(3);
    }
    if (options.equals("fail")) {
      throw new IllegalStateException("as asked for");
    }
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            return name.equals("Waiting") ? telling(bytes) : null;
          }
        },
        true);
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      if (each.getName().equals("Waiting")) {
        instrumentation.retransformClasses(each);
      }
    }
  }

  /** The changed program calls it. */
  public static void told() {
    System.out.println("late was called");
  }

  private static byte[] telling(byte[] bytes) {
    CodeTransform code =
        (builder, element) -> {
          if (element instanceof ReturnInstruction) {
            builder.invokestatic(
                ClassDesc.of("Rewriter"), "told", MethodTypeDesc.of(ConstantDescs.CD_void));
          }
          builder.with(element);
        };
    return ClassFile.of()
        .transformClass(
            ClassFile.of().parse(bytes),
            ClassTransform.transformingMethodBodies(
                method -> method.methodName().equalsString("late"), code));
  }

  private static boolean isHidden(String name) {
    try {
      Class.forName(name);
      return false;
    } catch (ClassNotFoundException e) {
      return true;
    }
  }

  /** The changed program calls it. */
  public static String bottom() {
    return "a longer bottom";
  }

  private static byte[] rewritten(byte[] bytes) {
    CodeTransform code =
        (builder, element) -> {
          if (element instanceof ConstantInstruction constant
              && "bottom".equals(constant.constantValue())) {
            builder.invokestatic(
                ClassDesc.of("Rewriter"), "bottom", MethodTypeDesc.of(ConstantDescs.CD_String));
          } else {
            builder.with(element);
          }
        };
    return ClassFile.of()
        .transformClass(
            ClassFile.of().parse(bytes), ClassTransform.transformingMethodBodies(code));
  }
}
