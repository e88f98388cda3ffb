package dev.dexscope.vm.instrument;

import dev.dexscope.vm.runtime.AgentHooks;
import dev.dexscope.vm.runtime.Hooks;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** The calls that hooks consist of. */
sealed interface HookCalls {
  /** Whose methods are called. */
  ClassDesc owner();

  /** Calls a hook for a method's number. */
  void call(CodeBuilder builder, Hook hook, int method);

  /** Reports that a method returns the value on the stack, which remains there. */
  void exit(CodeBuilder builder, TypeKind returned, int method);

  /** Returns whether a class's methods are hooks. */
  static boolean isOwner(ClassDesc called) {
    return called.equals(OfTraces.HOOKS) || called.equals(OfAgents.HOOKS);
  }

  /** The events of hooks other than returning. */
  enum Hook {
    ENTER("enter"),
    UNWIND("unwind"),
    CAUGHT("caught");

    private final String method;

    Hook(String method) {
      this.method = method;
    }

    String method() {
      return method;
    }
  }

  /** Those of traces, which need the method's number only. */
  record OfTraces() implements HookCalls {
    static final ClassDesc HOOKS = ClassDesc.ofDescriptor(Hooks.class.descriptorString());
    private static final MethodTypeDesc TYPE =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    @Override
    public ClassDesc owner() {
      return HOOKS;
    }

    @Override
    public void call(CodeBuilder builder, Hook hook, int method) {
      builder.loadConstant(method).invokestatic(HOOKS, hook.method, TYPE);
    }

    @Override
    public void exit(CodeBuilder builder, TypeKind returned, int method) {
      builder.loadConstant(method).invokestatic(HOOKS, "exit", TYPE);
    }
  }

  /**
   * Hooks of agents, which identify methods by their classes and receive returned values.
   *
   * @param type the class that is hooked
   */
  record OfAgents(ClassDesc type) implements HookCalls {
    static final ClassDesc HOOKS = ClassDesc.ofDescriptor(AgentHooks.class.descriptorString());
    private static final MethodTypeDesc TYPE =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Class, ConstantDescs.CD_int);

    @Override
    public ClassDesc owner() {
      return HOOKS;
    }

    @Override
    public void call(CodeBuilder builder, Hook hook, int method) {
      call(builder, hook.method, TYPE, method);
    }

    private void call(CodeBuilder builder, String hook, MethodTypeDesc descriptor, int method) {
      builder.loadConstant(type).loadConstant(method).invokestatic(HOOKS, hook, descriptor);
    }

    @Override
    public void exit(CodeBuilder builder, TypeKind returned, int method) {
      switch (returned) {
        case VOID -> {}
        case LONG, DOUBLE -> builder.dup2();
        default -> builder.dup();
      }
      MethodTypeDesc descriptor =
          switch (returned) {
            case VOID -> TYPE;
            case REFERENCE -> TYPE.insertParameterTypes(0, ConstantDescs.CD_Object);
            default -> TYPE.insertParameterTypes(0, returned.asLoadable().upperBound());
          };
      call(builder, "exit", descriptor, method);
    }
  }
}
