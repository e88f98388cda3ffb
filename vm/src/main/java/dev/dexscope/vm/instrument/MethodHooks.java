package dev.dexscope.vm.instrument;

import dev.dexscope.vm.instrument.HookCalls.Hook;
import java.lang.classfile.Attributes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of one method: at its start, before each return, where it catches, and in a handler
 * after its code for all that it does not catch.
 *
 * <p>A constructor has no such handler. HotSpot's verifier does not allow one around the call of
 * the superclass's, where {@code this} changes its type. The hook at a catch reports how far the
 * exception came, so that such calls end as well.
 */
final class MethodHooks implements CodeTransform {
  private record Range(Label start, Label end) {}

  private final HookCalls calls;
  private final int id;
  private final ToIntFunction<InvokeInstruction> platform;
  private final CodeModel code;
  private final boolean hasHandler;
  private final Set<Label> handlers = new HashSet<>();
  private final List<Range> ranges = new ArrayList<>();
  private @Nullable Label rangeStart;

  /** Whether a handler begins here: its hook follows the entry of its line. */
  private boolean isHandlerBegun;

  /**
   * @param calls the kind of hooks
   * @param id the method's number
   * @param hasHandler whether it may have one after its code
   * @param platform the number of a called method without hooks; 0 for others
   */
  MethodHooks(
      HookCalls calls,
      int id,
      CodeModel code,
      boolean hasHandler,
      ToIntFunction<InvokeInstruction> platform) {
    this.calls = calls;
    this.platform = platform;
    this.id = id;
    this.code = code;
    this.hasHandler = hasHandler;
    for (ExceptionCatch handled : code.exceptionHandlers()) {
      handlers.add(handled.handler());
    }
  }

  @Override
  public void atStart(CodeBuilder builder) {
    calls.call(builder, Hook.ENTER, id);
  }

  @Override
  public void accept(CodeBuilder builder, CodeElement element) {
    if (isHandlerBegun && element instanceof Instruction) {
      calls.call(builder, Hook.CAUGHT, id);
      isHandlerBegun = false;
    }
    if (element instanceof ReturnInstruction returned) {
      endRange(builder);
      calls.exit(builder, returned.typeKind(), id);
    } else if (element instanceof Instruction && rangeStart == null) {
      rangeStart = builder.newBoundLabel();
    }
    int called = element instanceof InvokeInstruction call ? platform.applyAsInt(call) : 0;
    if (called != 0) {
      calls.call(builder, Hook.ENTER, called);
    }
    if (element instanceof LocalVariable variable && isThereAtStart(variable)) {
      // It is there for the first hook, too.
      builder.localVariable(
          variable.slot(),
          variable.name(),
          variable.type(),
          builder.startLabel(),
          variable.endScope());
    } else {
      builder.with(element);
    }
    if (called != 0) {
      calls.exit(builder, TypeKind.VOID, called);
    }
    if (element instanceof LabelTarget target && handlers.contains(target.label())) {
      endRange(builder);
      isHandlerBegun = true;
    }
  }

  private boolean isThereAtStart(LocalVariable variable) {
    return code instanceof CodeAttribute attribute
        && attribute.labelToBci(variable.startScope()) == 0;
  }

  private void endRange(CodeBuilder builder) {
    if (rangeStart != null) {
      ranges.add(new Range(rangeStart, builder.newBoundLabel()));
      rangeStart = null;
    }
  }

  @Override
  public void atEnd(CodeBuilder builder) {
    endRange(builder);
    List<StackMapFrameInfo> frames = new ArrayList<>();
    code.findAttribute(Attributes.stackMapTable())
        .ifPresent(table -> frames.addAll(table.entries()));
    if (hasHandler && !ranges.isEmpty()) {
      frames.add(handler(builder));
    }
    if (!frames.isEmpty()) {
      builder.with(StackMapTableAttribute.of(frames));
    }
  }

  /** Adds the handler, and returns the frame at its start, with nothing but the exception. */
  private StackMapFrameInfo handler(CodeBuilder builder) {
    Label handler = builder.newBoundLabel();
    calls.call(builder, Hook.UNWIND, id);
    builder.athrow();
    for (Range range : ranges) {
      builder.exceptionCatchAll(range.start, range.end, handler);
    }
    return StackMapFrameInfo.of(
        handler, List.of(), List.of(ObjectVerificationTypeInfo.of(ConstantDescs.CD_Throwable)));
  }
}
