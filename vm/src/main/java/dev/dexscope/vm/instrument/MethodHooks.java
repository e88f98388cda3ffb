package dev.dexscope.vm.instrument;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of one method: at its start, before each return, where it catches, and in a handler
 * behind its code for all that it does not catch.
 *
 * <p>A constructor has no such handler. HotSpot's verifier allows none around the call of the
 * superclass's, where {@code this} changes its type. The hook at a catch reports how far the
 * exception came, so that such calls end as well.
 */
final class MethodHooks implements CodeTransform {
  private record Range(Label start, Label end) {}

  private static final MethodTypeDesc HOOK =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  private final int id;
  private final ToIntFunction<InvokeInstruction> platform;
  private final CodeModel code;
  private final boolean hasHandler;
  private final Set<Label> handlers = new HashSet<>();
  private final List<Range> ranges = new ArrayList<>();
  private @Nullable Label rangeStart;

  /**
   * @param id the method's number
   * @param hasHandler whether it may have one behind its code
   * @param platform the number of a method that is called and has no hooks itself; 0 for others
   */
  MethodHooks(
      int id, CodeModel code, boolean hasHandler, ToIntFunction<InvokeInstruction> platform) {
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
    call(builder, "enter");
  }

  @Override
  public void accept(CodeBuilder builder, CodeElement element) {
    if (element instanceof ReturnInstruction) {
      endRange(builder);
      call(builder, "exit");
    } else if (element instanceof Instruction && rangeStart == null) {
      rangeStart = builder.newBoundLabel();
    }
    int called = element instanceof InvokeInstruction call ? platform.applyAsInt(call) : 0;
    if (called != 0) {
      call(builder, "enter", called);
    }
    builder.with(element);
    if (called != 0) {
      call(builder, "exit", called);
    }
    if (element instanceof LabelTarget target && handlers.contains(target.label())) {
      endRange(builder);
      call(builder, "caught");
    }
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

  /** Adds the handler, and tells what it finds: nothing but the exception. */
  private StackMapFrameInfo handler(CodeBuilder builder) {
    Label handler = builder.newBoundLabel();
    call(builder, "unwind");
    builder.athrow();
    for (Range range : ranges) {
      builder.exceptionCatchAll(range.start, range.end, handler);
    }
    return StackMapFrameInfo.of(
        handler, List.of(), List.of(ObjectVerificationTypeInfo.of(ConstantDescs.CD_Throwable)));
  }

  private void call(CodeBuilder builder, String hook) {
    call(builder, hook, id);
  }

  private static void call(CodeBuilder builder, String hook, int method) {
    builder.loadConstant(method).invokestatic(HookTransform.HOOKS, hook, HOOK);
  }
}
