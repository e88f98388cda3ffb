package dev.dexscope.vm.instrument;

import dev.dexscope.vm.runtime.LineNumbers;
import dev.dexscope.vm.runtime.PassedOn;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberTableAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts hooks into a class: every method with code reports when it begins, returns, and is left by
 * an exception. The class keeps its members, so that a loaded class can be redefined with it.
 */
public final class HookTransform {
  /** In the descriptor of constructors that the program does not have. */
  private static final String MARK = PassedOn.class.descriptorString();

  /**
   * Longer code is left alone: HotSpot runs it in its interpreter anyway, and its jumps might not
   * reach over the hooks.
   */
  private static final int LONGEST_CODE = 24_000;

  private final MethodIds ids;
  private final Function<ClassDesc, HookCalls> calls;
  private final Supplier<PlatformCalls> platform;

  // Frames are moved along with the code, not computed anew: that would load classes.
  private final ClassFile classFile = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);

  private HookTransform(
      MethodIds ids, Function<ClassDesc, HookCalls> calls, Supplier<PlatformCalls> platform) {
    this.ids = ids;
    this.calls = calls;
    this.platform = platform;
  }

  /** Returns hooks that report numbers of methods, at calls of the platform's methods too. */
  public static HookTransform forTraces(MethodIds ids) {
    return new HookTransform(ids, _ -> new HookCalls.OfTraces(), PlatformCalls::ofVm);
  }

  /** Returns hooks that also report classes and values. */
  public static HookTransform forAgents(MethodIds ids) {
    return new HookTransform(ids, HookCalls.OfAgents::new, () -> PlatformCalls.NONE);
  }

  /** The class with hooks; null when it has no room for them. */
  public byte @Nullable [] apply(byte[] bytes) {
    try {
      ClassModel model = classFile.parse(bytes);
      return classFile.transformClass(model, new Transform(model));
    } catch (IllegalArgumentException e) {
      // Too many constants, or code that grew too long.
      return null;
    }
  }

  /** The number of the platform's method that is called; 0 for all others. */
  private int idOf(InvokeInstruction call) {
    String name = call.name().stringValue();
    String descriptor = call.type().stringValue();
    String owner = platform.get().owner(call.owner().asInternalName(), name, descriptor);
    return owner == null ? 0 : ids.of(owner, name, descriptor, "", -1);
  }

  private final class Transform implements ClassTransform {
    private final String className;
    private final String file;
    private final HookCalls calls;

    Transform(ClassModel model) {
      this.className = model.thisClass().asInternalName().replace('/', '.');
      this.calls = HookTransform.this.calls.apply(model.thisClass().asSymbol());
      this.file =
          model
              .findAttribute(Attributes.sourceFile())
              .map(SourceFileAttribute::sourceFile)
              .map(name -> name.stringValue())
              .orElse("");
    }

    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
      if (element instanceof MethodModel method && isHookable(method)) {
        builder.transformMethod(
            method,
            (methodBuilder, part) -> {
              if (part instanceof CodeModel code) {
                methodBuilder.transformCode(code, hooks(method, code));
              } else {
                methodBuilder.with(part);
              }
            });
      } else {
        builder.with(element);
      }
    }

    private boolean isHookable(MethodModel method) {
      return !method.methodType().stringValue().contains(MARK)
          && method
              .code()
              .map(code ->
                  code instanceof CodeAttribute attribute
                      && attribute.codeLength() <= LONGEST_CODE
                      && !isHooked(code))
              .orElse(false);
    }

    /** Returns whether the method begins with a hook: it got it when the class was defined. */
    private boolean isHooked(CodeModel code) {
      for (CodeElement element : code) {
        if (element instanceof InvokeInstruction call
            && HookCalls.isOwner(call.owner().asSymbol())) {
          if (call.owner().asSymbol().equals(calls.owner())) {
            return true;
          }
        } else if (element instanceof Instruction && !(element instanceof ConstantInstruction)) {
          return false;
        }
      }
      return false;
    }

    private MethodHooks hooks(MethodModel method, CodeModel code) {
      int id =
          ids.of(
              className,
              method.methodName().stringValue(),
              method.methodType().stringValue(),
              file,
              firstLine(code));
      return new MethodHooks(
          calls, id, code, !method.methodName().equalsString("<init>"), HookTransform.this::idOf);
    }

    private static int firstLine(CodeModel code) {
      return code.findAttribute(Attributes.lineNumberTable())
          .map(LineNumberTableAttribute::lineNumbers)
          .filter(lines -> !lines.isEmpty())
          .map(lines -> lines.getFirst().lineNumber())
          .filter(line -> !LineNumbers.isAddress(line))
          .orElse(-1);
    }
  }
}
