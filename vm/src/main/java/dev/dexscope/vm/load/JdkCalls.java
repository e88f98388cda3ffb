package dev.dexscope.vm.load;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.code.Substitutions;
import dev.dexscope.vm.runtime.HostClasses;
import dev.dexscope.vm.runtime.Linkage;
import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The substitutes of {@link AgentCalls} for classes whose loaders do not find this VM: a class in a
 * package of the JDK, which every loader finds. Its methods call ours by method handles. It is in a
 * package whose frames stacks do not show.
 */
final class JdkCalls {
  static final String TYPE_NAME = "java.lang.invoke.AgentCalls";
  private static final ClassDesc TYPE = ClassDesc.of(TYPE_NAME);
  private static final String HANDLES = "handles";
  private static final ClassDesc HANDLES_TYPE = ConstantDescs.CD_MethodHandle.arrayType();
  private static final MethodRef SYSTEM_LOADER =
      MethodRef.of(Linkage.class.descriptorString(), "agentLoader", "()Ljava/lang/ClassLoader;");

  /** The methods of that class by those that they call; it is defined with the first. */
  private static final Map<MethodRef, MethodRef> METHODS = define();

  private JdkCalls() {}

  /** The method that calls a substitute. */
  static MethodRef of(MethodRef substitute) {
    return Objects.requireNonNull(METHODS.get(substitute), substitute::toString);
  }

  /** The method that returns what agents take for the system's class loader. */
  static MethodRef systemLoader() {
    return of(SYSTEM_LOADER);
  }

  private static Map<MethodRef, MethodRef> define() {
    List<MethodRef> called = new ArrayList<>(Substitutions.ofAgents());
    called.add(SYSTEM_LOADER);
    Map<MethodRef, MethodRef> methods = new HashMap<>();
    for (MethodRef each : called) {
      String name = each.name() + methods.size();
      methods.put(each, new MethodRef(TYPE.descriptorString(), name, each.proto()));
    }
    try {
      MethodHandle[] handles = new MethodHandle[called.size()];
      for (int i = 0; i < handles.length; i++) {
        handles[i] = handle(called.get(i));
      }
      readModules(handles);
      Class<?> type =
          HostClasses.allRights().in(MethodHandles.class).defineClass(file(called, methods));
      HostClasses.allRights()
          .findStaticVarHandle(type, HANDLES, MethodHandle[].class)
          .setVolatile(handles);
      return methods;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle handle(MethodRef method) throws ReflectiveOperationException {
    ClassLoader ours = JdkCalls.class.getClassLoader();
    Class<?> owner =
        ClassDesc.ofDescriptor(method.definingClass()).resolveConstantDesc(MethodHandles.lookup());
    return MethodHandles.publicLookup()
        .findStatic(
            owner,
            method.name(),
            MethodType.fromMethodDescriptorString(method.proto().descriptor(), ours));
  }

  /** The class is in {@code java.base}, which reads no other module of its own. */
  private static void readModules(MethodHandle[] handles) throws ReflectiveOperationException {
    Module base = Object.class.getModule();
    MethodHandle addReads =
        HostClasses.allRights()
            .findVirtual(
                Module.class, "implAddReads", MethodType.methodType(void.class, Module.class));
    for (MethodHandle each : handles) {
      for (Class<?> type : each.type().parameterList()) {
        if (!base.canRead(type.getModule())) {
          invoke(addReads, base, type.getModule());
        }
      }
    }
  }

  private static void invoke(MethodHandle addReads, Module reader, Module read) {
    try {
      addReads.invokeExact(reader, read);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] file(List<MethodRef> called, Map<MethodRef, MethodRef> methods) {
    return ClassFile.of()
        .build(
            TYPE,
            type -> {
              type.withFlags(AccessFlag.PUBLIC, AccessFlag.FINAL, AccessFlag.SYNTHETIC);
              type.withField(HANDLES, HANDLES_TYPE, ClassFile.ACC_STATIC);
              for (int i = 0; i < called.size(); i++) {
                int index = i;
                MethodRef method = Objects.requireNonNull(methods.get(called.get(i)));
                MethodTypeDesc descriptor =
                    MethodTypeDesc.ofDescriptor(method.proto().descriptor());
                type.withMethodBody(
                    method.name(),
                    descriptor,
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                    code -> {
                      code.getstatic(TYPE, HANDLES, HANDLES_TYPE).loadConstant(index).aaload();
                      for (int p = 0; p < descriptor.parameterCount(); p++) {
                        code.loadLocal(
                            TypeKind.from(descriptor.parameterType(p)), code.parameterSlot(p));
                      }
                      code.invokevirtual(ConstantDescs.CD_MethodHandle, "invokeExact", descriptor)
                          .return_(TypeKind.from(descriptor.returnType()));
                    });
              }
            });
  }
}
