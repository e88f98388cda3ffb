package dev.dexscope.vm.load;

import dev.dexscope.vm.instrument.LoaderTransformer;
import dev.dexscope.vm.runtime.Linkage;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The classes of agents in Java, in the place of the JVM's own class path: they see the platform,
 * each other and the program, as there, and nothing of this program. Class loaders of dex code ask
 * here for what they do not have, so that code which an agent has put into the program finds it.
 */
final class AgentClasses extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final ClassDesc LOADER = ClassDesc.of("java.lang.ClassLoader");
  private static final ClassDesc URL_LOADER = ClassDesc.of("java.net.URLClassLoader");
  private static final String RESOURCES = "getSystemResource";
  private static final Set<String> IN_LOADER =
      Set.of(
          "getSystemClassLoader()Ljava/lang/ClassLoader;",
          "<init>()V",
          RESOURCES + "(Ljava/lang/String;)Ljava/net/URL;",
          RESOURCES + "s(Ljava/lang/String;)Ljava/util/Enumeration;",
          RESOURCES + "AsStream(Ljava/lang/String;)Ljava/io/InputStream;");

  AgentClasses(Instrumentation instrumentation) {
    super("app", new URL[0], ClassLoader.getPlatformClassLoader());
    instrumentation.addTransformer(
        new LoaderTransformer(this::equals, AgentClasses::withThisLoader));
  }

  void add(URL jar) {
    addURL(jar);
  }

  /** An agent's class; null when no agent has it. */
  @Nullable Class<?> ofAgent(String name) {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try {
        return findClass(name);
      } catch (ClassNotFoundException e) {
        return null;
      }
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    try {
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      // With no lock held: the program's loader, which has one of its own, asks this one.
      return Linkage.getSystemClassLoader().loadClass(name);
    }
  }

  /**
   * An agent's class file with this loader, which is the class's own, wherever it means the
   * system's: what it asks for or of, and what a class loader has for its parent when none is
   * given. The JVM's would show an agent this program.
   *
   * @return null when there is no such place
   */
  private static byte @Nullable [] withThisLoader(byte[] file) {
    ClassModel model = ClassFile.of().parse(file);
    if (!mayMeanSystemLoader(model)) {
      return null;
    }
    ClassDesc type = model.thisClass().asSymbol();
    return ClassFile.of()
        .transformClass(
            model,
            ClassTransform.transformingMethodBodies(
                (code, element) -> putThisLoader(type, code, element)));
  }

  private static boolean mayMeanSystemLoader(ClassModel model) {
    for (PoolEntry each : model.constantPool()) {
      if (each instanceof MemberRefEntry member && meansSystemLoader(member)) {
        return true;
      }
    }
    return false;
  }

  /** A call for it, {@code ClassLoader()} or {@code URLClassLoader(URL[])}. */
  private static boolean meansSystemLoader(MemberRefEntry member) {
    ClassDesc owner = member.owner().asSymbol();
    String nameAndType = member.name().stringValue() + member.type().stringValue();
    return (owner.equals(LOADER) && IN_LOADER.contains(nameAndType))
        || (owner.equals(URL_LOADER) && nameAndType.equals("<init>([Ljava/net/URL;)V"));
  }

  private static void putThisLoader(ClassDesc type, CodeBuilder code, CodeElement element) {
    if (!(element instanceof InvokeInstruction call && meansSystemLoader(call.method()))) {
      code.with(element);
      return;
    }
    code.loadConstant(type)
        .invokevirtual(ConstantDescs.CD_Class, "getClassLoader", MethodTypeDesc.of(LOADER));
    String name = call.name().stringValue();
    if (name.startsWith(RESOURCES)) {
      code.swap().invokevirtual(LOADER, name.replace("System", ""), call.typeSymbol());
    }
    if (call.opcode() == Opcode.INVOKESPECIAL) {
      MethodTypeDesc given = call.typeSymbol();
      code.invokespecial(
          call.owner().asSymbol(),
          ConstantDescs.INIT_NAME,
          given.insertParameterTypes(given.parameterCount(), LOADER));
    }
  }
}
