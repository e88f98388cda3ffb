package dev.dexscope.vm.load;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.vm.code.Substitutions;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The code of a given class file as it runs among the program's classes, which are in no nest, call
 * the VM's methods where Android's platform is another one than the JDK's, and whose lambda
 * expressions may have other names.
 */
final class GivenCode {
  private final ClassDesc self;
  private final RunningClasses classes;
  private final PrivateMembers privates;

  GivenCode(ClassModel given, RunningClasses classes) {
    this.self = given.thisClass().asSymbol();
    this.classes = classes;
    this.privates = new PrivateMembers(given, classes);
  }

  /** Whether the code is not to be as it is. */
  boolean isOther(CodeModel code, LambdaNames lambdas) {
    return code.elementStream().anyMatch(each -> isOther(each, lambdas));
  }

  private boolean isOther(CodeElement element, LambdaNames lambdas) {
    return switch (element) {
      case FieldInstruction field -> privates.has(field.field());
      case InvokeInstruction call ->
          privates.has(call.method())
              || renamed(call, lambdas) != null
              || substitute(call) != null
              || maker(call) != null;
      case InvokeDynamicInstruction call ->
          call.bootstrapArgs().stream()
              .anyMatch(each ->
                  each instanceof DirectMethodHandleDesc handle
                      && (privates.has(handle) || renamed(handle, lambdas) != null));
      default -> false;
    };
  }

  /** Puts other code into a method; for one use. */
  CodeTransform transform(CodeModel code, LambdaNames lambdas) {
    return new Transform(
        lambdas,
        ConstructorCalls.of(
            code.elementList(), call -> privates.isMade(call.method()) || maker(call) != null));
  }

  private final class Transform implements CodeTransform {
    private final LambdaNames lambdas;
    private final ConstructorCalls made;
    private int at;

    Transform(LambdaNames lambdas, ConstructorCalls made) {
      this.lambdas = lambdas;
      this.made = made;
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      int place = at++;
      switch (element) {
        case FieldInstruction field when privates.has(field.field()) -> privates.use(code, field);
        case InvokeInstruction call when made.isCall(place) -> make(code, call);
        case InvokeInstruction call -> call(code, call);
        case InvokeDynamicInstruction call -> code.invokedynamic(site(call));
        default -> {
          if (!made.isLeftOut(place)) {
            code.with(element);
          }
        }
      }
    }

    private void make(CodeBuilder code, InvokeInstruction call) {
      MethodRef maker = maker(call);
      if (maker == null) {
        privates.make(code, call);
      } else {
        callStatic(code, maker);
      }
    }

    private void call(CodeBuilder code, InvokeInstruction call) {
      String lambda = renamed(call, lambdas);
      MethodRef substitute = substitute(call);
      if (privates.has(call.method())) {
        privates.call(code, call);
      } else if (lambda != null) {
        code.invoke(call.opcode(), self, lambda, call.typeSymbol(), call.isInterface());
      } else if (substitute != null) {
        substitute(code, call, substitute);
      } else {
        code.with(call);
      }
    }

    private DynamicCallSiteDesc site(InvokeDynamicInstruction call) {
      ConstantDesc[] arguments =
          call.bootstrapArgs().stream()
              .map(each -> each instanceof DirectMethodHandleDesc handle ? named(handle) : each)
              .toArray(ConstantDesc[]::new);
      var site =
          DynamicCallSiteDesc.of(
              call.bootstrapMethod(), call.name().stringValue(), call.typeSymbol(), arguments);
      boolean isPrivate =
          Arrays.stream(arguments)
              .anyMatch(
                  each -> each instanceof DirectMethodHandleDesc handle && privates.has(handle));
      return isPrivate ? privates.link(site) : site;
    }

    private DirectMethodHandleDesc named(DirectMethodHandleDesc handle) {
      String lambda = renamed(handle, lambdas);
      return lambda == null
          ? handle
          : MethodHandleDesc.of(handle.kind(), handle.owner(), lambda, handle.lookupDescriptor());
    }
  }

  /** The name of the lambda expression that is called, where it is another one; else null. */
  private @Nullable String renamed(InvokeInstruction call, LambdaNames lambdas) {
    return call.owner().asSymbol().equals(self)
        ? renamed(call.name().stringValue(), call.type().stringValue(), lambdas)
        : null;
  }

  private @Nullable String renamed(DirectMethodHandleDesc handle, LambdaNames lambdas) {
    return handle.owner().equals(self)
        ? renamed(handle.methodName(), handle.lookupDescriptor(), lambdas)
        : null;
  }

  private static @Nullable String renamed(String name, String descriptor, LambdaNames lambdas) {
    var running = lambdas.running(name, descriptor);
    return running == null || running.methodName().equalsString(name)
        ? null
        : running.methodName().stringValue();
  }

  /** Null also for clone(), which is protected, and public in arrays. */
  private @Nullable MethodRef substitute(InvokeInstruction call) {
    if (call.opcode() == Opcode.INVOKESPECIAL || call.name().equalsString("clone")) {
      return null;
    }
    MethodRef method = method(call);
    String receiver = call.opcode() == Opcode.INVOKESTATIC ? null : method.definingClass();
    return Substitutions.isNeeded(method, receiver)
        ? Substitutions.find(method, classes.hierarchy())
        : null;
  }

  private void substitute(CodeBuilder code, InvokeInstruction call, MethodRef substitute) {
    int receiver = call.opcode() == Opcode.INVOKESTATIC ? 0 : 1;
    if (substitute.proto().parameters().size() > receiver + call.typeSymbol().parameterCount()) {
      code.loadConstant(self);
    }
    callStatic(code, substitute);
  }

  private static void callStatic(CodeBuilder code, MethodRef method) {
    code.invokestatic(
        ClassDesc.ofDescriptor(method.definingClass()),
        method.name(),
        MethodTypeDesc.ofDescriptor(method.proto().descriptor()));
  }

  /** Returns what makes the object in the place of the constructor; null if that does. */
  private static @Nullable MethodRef maker(InvokeInstruction call) {
    return call.opcode() == Opcode.INVOKESPECIAL && call.name().equalsString("<init>")
        ? Substitutions.maker(method(call))
        : null;
  }

  private static MethodRef method(InvokeInstruction call) {
    return MethodRef.of(
        call.owner().asSymbol().descriptorString(),
        call.name().stringValue(),
        call.type().stringValue());
  }
}
