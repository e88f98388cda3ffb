import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Objects;

/** An agent, not public, in whose code two of its classes meet in a variable. */
class Choosing {
  abstract static class Way {
    abstract String name();
  }

  static class Left extends Way {
    @Override
    String name() {
      return "left";
    }
  }

  static class Right extends Way {
    @Override
    String name() {
      return "right";
    }
  }

  private static void show(boolean isLeft) {
    Way way = isLeft ? new Left() : new Right();
    System.out.println("way " + way.name());
    System.out.println(
        "own " + (ClassLoader.getSystemClassLoader() == Choosing.class.getClassLoader()));
    for (StackTraceElement each : new IllegalStateException().getStackTrace()) {
      System.out.println("frame " + each.getClassName());
    }
  }

  public static void premain(String options, Instrumentation instrumentation) {
    show(true);
    show(false);
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            return name.equals("Shapes") ? asking(loader, bytes) : null;
          }
        });
  }

  /** Prints the system's class loader's answer to a question of the program's. */
  private static byte[] asking(ClassLoader loader, byte[] bytes) {
    ClassFile file =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader)));
    CodeTransform code =
        (builder, element) -> {
          if (element instanceof ReturnInstruction) {
            builder
                .invokestatic(
                    ClassDesc.of("java.lang.ClassLoader"),
                    "getSystemClassLoader",
                    MethodTypeDesc.of(ClassDesc.of("java.lang.ClassLoader")))
                .invokestatic(
                    ClassDesc.of("Choosing$Told"),
                    "of",
                    MethodTypeDesc.of(
                        ConstantDescs.CD_void, ClassDesc.of("java.lang.ClassLoader")));
          }
          builder.with(element);
        };
    return file.transformClass(
        file.parse(bytes),
        ClassTransform.transformingMethodBodies(
            method -> method.methodName().equalsString("pick"), code));
  }

  /** The changed program calls it. */
  public static class Told {
    public static void of(ClassLoader system) {
      try {
        System.out.println(
            "loads " + Objects.requireNonNull(system.loadClass("Shapes$Circle")).getName());
      } catch (ClassNotFoundException e) {
        System.out.println("loads nothing");
      }
    }
  }
}
