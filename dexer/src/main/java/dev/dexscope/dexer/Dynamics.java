package dev.dexscope.dexer;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.CodeBuilder;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.util.List;

/**
 * The dynamic calls of a class, each by what the Java language has it for: the class that is made
 * for a lambda expression, the concatenation of strings, a switch over patterns, the methods of
 * records.
 */
final class Dynamics {
  /** Where the recipe of a concatenation has an argument, and a constant of the call. */
  private static final char ARGUMENT = '\1';

  private static final char CONSTANT = '\2';

  private final ClassModel model;
  private final ClassBuilder owner;
  private final Pool pool;
  private final Lambdas lambdas;
  private final Handles handles;
  private int switches;

  Dynamics(ClassModel model, ClassBuilder owner, Pool pool, Lambdas lambdas, Handles handles) {
    this.model = model;
    this.owner = owner;
    this.pool = pool;
    this.lambdas = lambdas;
    this.handles = handles;
  }

  /** Writes a call whose arguments are on the stack. */
  void call(InvokeDynamicEntry call, CodeBuilder b, Frame frame) {
    var bootstrap = call.bootstrap().bootstrapMethod().reference();
    Proto proto = pool.proto(call.type().stringValue());
    String factory = bootstrap.owner().asInternalName();
    if (factory.equals("java/lang/invoke/LambdaMetafactory")) {
      lambda(lambdas.constructor(call), b, frame);
    } else if (factory.equals("java/lang/invoke/StringConcatFactory")) {
      concatenate(call, proto, b, frame);
    } else if (RecordMethods.handles(call)) {
      callStatic(RecordMethods.add(model, owner, call, pool), b, frame);
    } else if (SwitchMethods.handles(call)) {
      callStatic(SwitchMethods.add(owner, call, pool, switches++), b, frame);
    } else {
      invokeCustom(handles.site(call), b, frame);
    }
  }

  private static void callStatic(MethodRef method, CodeBuilder b, Frame frame) {
    Proto proto = method.proto();
    int[] arguments = frame.popArguments(proto.registers());
    int result = frame.resultOf(proto.returnType());
    b.invoke(Opcode.INVOKE_STATIC, method, arguments);
    frame.moveResult(result, proto.returnType());
  }

  /** A call by a bootstrap method of others, which Android links as the JVM does. */
  private static void invokeCustom(CallSite site, CodeBuilder b, Frame frame) {
    Proto proto = site.type();
    int[] arguments = frame.popArguments(proto.registers());
    int result = frame.resultOf(proto.returnType());
    b.invokeCustom(site, arguments);
    frame.moveResult(result, proto.returnType());
  }

  /** Loads a method handle. */
  void handle(MethodHandleEntry handle, Frame frame) {
    MethodHandle constant = handles.of(handle);
    frame.methodHandle(frame.result(Kind.REFERENCE), constant);
  }

  private static void lambda(MethodRef constructor, CodeBuilder b, Frame frame) {
    Proto proto = constructor.proto();
    int[] captured = frame.popSlots(proto.registers());
    // Not where it is stored next: a handler may use what is there until the object is ready.
    frame.target(-1);
    int result = frame.result(Kind.REFERENCE);
    int object = result;
    int[] arguments = new int[captured.length + 1];
    arguments[0] = result;
    for (int i = 0; i < captured.length; i++) {
      arguments[i + 1] = captured[i];
      if (captured[i] == result) {
        object = frame.spare();
      }
    }
    arguments[0] = object;
    if (!Frame.areNamed(arguments)) {
      object = frame.spare();
      int at = 0;
      for (String each : proto.parameters()) {
        byte kind = Kind.of(each);
        frame.move(kind, object + 1 + at, captured[at]);
        at += Kind.width(kind);
      }
      arguments = Nest.row(object, captured.length + 1);
    }
    frame.typed(Opcode.NEW_INSTANCE, object, constructor.definingClass());
    b.invoke(Opcode.INVOKE_DIRECT, constructor, arguments);
    if (object != result) {
      frame.move(Kind.REFERENCE, result, object);
    }
  }

  private void concatenate(InvokeDynamicEntry call, Proto proto, CodeBuilder b, Frame frame) {
    List<LoadableConstantEntry> constants = call.bootstrap().arguments();
    int[] arguments = frame.popSlots(proto.registers());
    int result = frame.result(Kind.REFERENCE);
    int builder = frame.spare();
    frame.typed(Opcode.NEW_INSTANCE, builder, TextBuilder.TYPE);
    b.invoke(Opcode.INVOKE_DIRECT, TextBuilder.NEW, builder);
    String recipe = recipe(call, proto, constants);
    int parameter = 0;
    int slot = 0;
    int constant = 1;
    var text = new StringBuilder();
    for (int i = 0; i < recipe.length(); i++) {
      char each = recipe.charAt(i);
      if (each == CONSTANT) {
        text.append(text(constants.get(constant++)));
      } else if (each == ARGUMENT) {
        appendText(text, b, frame, builder);
        String type = proto.parameters().get(parameter++);
        append(type, arguments[slot], b, frame, builder);
        slot += Kind.width(Kind.of(type));
      } else {
        text.append(each);
      }
    }
    appendText(text, b, frame, builder);
    b.invoke(Opcode.INVOKE_VIRTUAL, TextBuilder.TO_STRING, builder);
    frame.define(Opcode.MOVE_RESULT_OBJECT, result, Kind.REFERENCE);
  }

  private static String recipe(
      InvokeDynamicEntry call, Proto proto, List<LoadableConstantEntry> constants) {
    if (call.name().equalsString("makeConcatWithConstants")
        && !constants.isEmpty()
        && constants.getFirst() instanceof StringEntry recipe) {
      return recipe.stringValue();
    }
    return String.valueOf(ARGUMENT).repeat(proto.parameters().size());
  }

  private static String text(LoadableConstantEntry constant) {
    if (constant instanceof StringEntry string) {
      return string.stringValue();
    }
    if (constant instanceof IntegerEntry number) {
      return Integer.toString(number.intValue());
    }
    if (constant instanceof LongEntry number) {
      return Long.toString(number.longValue());
    }
    throw new UnsupportedClassException("a constant of a concatenation of strings");
  }

  private static void appendText(StringBuilder text, CodeBuilder b, Frame frame, int builder) {
    if (!text.isEmpty()) {
      frame.string(builder + 1, text.toString());
      b.invoke(Opcode.INVOKE_VIRTUAL, TextBuilder.APPEND_TEXT, builder, builder + 1);
      text.setLength(0);
    }
  }

  private static void append(String type, int register, CodeBuilder b, Frame frame, int builder) {
    byte kind = Kind.of(type);
    int width = Kind.width(kind);
    int[] arguments = Nest.row(register - 1, width + 1);
    arguments[0] = builder;
    if (!Frame.areNamed(arguments)) {
      frame.move(kind, builder + 1, register);
      arguments = Nest.row(builder, width + 1);
    }
    b.invoke(Opcode.INVOKE_VIRTUAL, TextBuilder.append(type), arguments);
  }
}
