package dev.dexscope.vm.load;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.code.Substitutions;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The calls in agents' class files, and in what agents put into the program, by which they would
 * find this VM: those for the system's class loader, in whose place is the agents' or the program's
 * own, and those for stacks and threads.
 */
final class AgentCalls {
  private static final ClassDesc LOADER = ClassDesc.of("java.lang.ClassLoader");
  private static final ClassDesc URL_LOADER = ClassDesc.of("java.net.URLClassLoader");

  /** Those of the JDK that agents extend. */
  private static final Set<ClassDesc> LOADERS =
      Set.of(LOADER, ClassDesc.of("java.security.SecureClassLoader"), URL_LOADER);

  private static final String RESOURCES = "getSystemResource";
  private static final String THROWABLE = "Ljava/lang/Throwable;";
  private static final Set<String> IN_LOADER =
      Set.of(
          "getSystemClassLoader()Ljava/lang/ClassLoader;",
          "<init>()V",
          RESOURCES + "(Ljava/lang/String;)Ljava/net/URL;",
          RESOURCES + "s(Ljava/lang/String;)Ljava/util/Enumeration;",
          RESOURCES + "AsStream(Ljava/lang/String;)Ljava/io/InputStream;");

  /** For classes whose superclasses are not known. */
  private static final ClassFile KEEPING =
      ClassFile.of(
          ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE);

  private AgentCalls() {}

  /**
   * A class file of an agent's jar with other calls.
   *
   * @param maker knows the classes of agents: stack maps are made anew
   * @return null when there is no such call
   */
  static byte @Nullable [] inAgent(ClassFile maker, byte[] file) {
    ClassModel model = maker.parse(file);
    ClassDesc type = model.thisClass().asSymbol();
    Consumer<CodeBuilder> ownLoader =
        code ->
            code.loadConstant(type)
                .invokevirtual(ConstantDescs.CD_Class, "getClassLoader", MethodTypeDesc.of(LOADER));
    return mayHaveOne(model)
        ? changed(maker, model, calls(model, ownLoader, UnaryOperator.identity()))
        : null;
  }

  /**
   * A class file of a loader that an agent has made, or of the boot loader's search path, with
   * other calls: such loaders need not find classes of this VM, nor tell what a class extends, so
   * that stack maps stay what they are.
   *
   * @return null when there is no such call
   */
  static byte @Nullable [] inOtherLoader(byte[] file) {
    ClassModel model = KEEPING.parse(file);
    if (!mayHaveOne(model)) {
      return null;
    }
    CodeTransform calls = calls(model, code -> call(code, JdkCalls.systemLoader()), JdkCalls::of);
    return KEEPING.transformClass(
        model,
        ClassTransform.transformingMethods((method, element) -> {
          if (element instanceof CodeModel body) {
            method.transformCode(body, calls.andThen(withStackMap(body)));
          } else {
            method.with(element);
          }
        }));
  }

  private static CodeTransform withStackMap(CodeModel body) {
    return CodeTransform.endHandler(
        code -> body.findAttribute(Attributes.stackMapTable()).ifPresent(code::with));
  }

  /**
   * A class file of the program that an agent has made, with other calls.
   *
   * @param maker knows the classes of the program; made where there is such a call
   */
  static byte[] inProgram(Supplier<ClassFile> maker, byte[] file) {
    ClassModel model = ClassFile.of().parse(file);
    return mayHaveOne(model)
        ? changed(
            maker.get(), model, (code, element) -> put(code, element, UnaryOperator.identity()))
        : file;
  }

  private static byte[] changed(ClassFile maker, ClassModel model, CodeTransform calls) {
    return maker.transformClass(model, ClassTransform.transformingMethodBodies(calls));
  }

  /**
   * Replaces the calls.
   *
   * @param systemLoader puts what an agent takes for the system's class loader on the stack
   * @param reached the method that the class can call for a substitute
   */
  private static CodeTransform calls(
      ClassModel model, Consumer<CodeBuilder> systemLoader, UnaryOperator<MethodRef> reached) {
    return (code, element) -> {
      if (element instanceof InvokeInstruction call && meansSystemLoader(model, call.method())) {
        putLoader(systemLoader, code, call);
      } else {
        put(code, element, reached);
      }
    };
  }

  private static boolean mayHaveOne(ClassModel model) {
    for (PoolEntry each : model.constantPool()) {
      if (each instanceof MemberRefEntry member
          && (meansSystemLoader(model, member) || substitute(member) != null)) {
        return true;
      }
    }
    return false;
  }

  /** A call for it, {@code ClassLoader()} or {@code URLClassLoader(URL[])}. */
  private static boolean meansSystemLoader(ClassModel model, MemberRefEntry member) {
    ClassDesc owner = owner(model, member);
    String nameAndType = member.name().stringValue() + member.type().stringValue();
    return (LOADERS.contains(owner) && IN_LOADER.contains(nameAndType))
        || (owner.equals(URL_LOADER) && nameAndType.equals("<init>([Ljava/net/URL;)V"));
  }

  /** The class that a call names; its superclass if that is the class itself, which inherits it. */
  private static ClassDesc owner(ClassModel model, MemberRefEntry member) {
    ClassDesc named = member.owner().asSymbol();
    if (!named.equals(model.thisClass().asSymbol()) || declares(model, member)) {
      return named;
    }
    return model.superclass().map(ClassEntry::asSymbol).orElse(named);
  }

  private static boolean declares(ClassModel model, MemberRefEntry member) {
    return model.methods().stream()
        .anyMatch(each ->
            each.methodName().equalsString(member.name().stringValue())
                && each.methodType().equalsString(member.type().stringValue()));
  }

  private static @Nullable MethodRef substitute(MemberRefEntry member) {
    String name = member.name().stringValue();
    String type = member.type().stringValue();
    String owner = member.owner().asSymbol().descriptorString();
    MethodRef found = Substitutions.ofAgents(owner, name, type);
    if (found == null && isThrowable(owner)) {
      found = Substitutions.ofAgents(THROWABLE, name, type);
    }
    return found;
  }

  /** By their names; only such of the JDK, for which it is sure. */
  private static boolean isThrowable(String owner) {
    return owner.startsWith("Ljava/") && (owner.endsWith("Exception;") || owner.endsWith("Error;"));
  }

  private static void put(CodeBuilder code, CodeElement element, UnaryOperator<MethodRef> reached) {
    MethodRef substitute =
        element instanceof InvokeInstruction call && call.opcode() != Opcode.INVOKESPECIAL
            ? substitute(call.method())
            : null;
    if (substitute == null) {
      code.with(element);
    } else {
      call(code, reached.apply(substitute));
    }
  }

  private static void call(CodeBuilder code, MethodRef method) {
    code.invokestatic(
        ClassDesc.ofDescriptor(method.definingClass()),
        method.name(),
        MethodTypeDesc.ofDescriptor(method.proto().descriptor()));
  }

  private static void putLoader(
      Consumer<CodeBuilder> systemLoader, CodeBuilder code, InvokeInstruction call) {
    systemLoader.accept(code);
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
