package dev.dexscope.vm.interpret;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.RegisterTypes;
import dev.dexscope.vm.code.Substitutions;
import org.jspecify.annotations.Nullable;

/** Decodes the invoke instructions. */
final class CallDecoder {
  private CallDecoder() {}

  static Call decode(Linker linker, RegisterTypes types, Instruction at, int[] registers) {
    DexFile dex = linker.dex();
    return switch (at.opcode()) {
      case INVOKE_POLYMORPHIC, INVOKE_POLYMORPHIC_RANGE ->
          new HandleCall.Polymorphic(
              linker, registers, dex.method(at.index()), dex.proto(at.protoIndex()));
      case INVOKE_CUSTOM, INVOKE_CUSTOM_RANGE ->
          new HandleCall.Custom(linker, registers, dex.callSite(at.index()).type(), at.index());
      default -> ofMethod(linker, types, at, registers, dex.method(at.index()));
    };
  }

  private static Call ofMethod(
      Linker linker, RegisterTypes types, Instruction at, int[] registers, MethodRef method) {
    String ownShorty = method.proto().shorty();
    String withReceiver = ownShorty.charAt(0) + "L" + ownShorty.substring(1);
    MethodRef substitute = linker.substitute(method);
    return switch (at.opcode()) {
      case INVOKE_STATIC, INVOKE_STATIC_RANGE ->
          substitute != null
              ? new HandleCall.Substitute(linker, registers, ownShorty, substitute)
              : new FixedCall(linker, registers, ownShorty, FixedCall.Kind.STATIC, method);
      case INVOKE_SUPER, INVOKE_SUPER_RANGE ->
          new FixedCall(linker, registers, withReceiver, FixedCall.Kind.SUPER, method);
      case INVOKE_DIRECT, INVOKE_DIRECT_RANGE ->
          method.name().equals("<init>")
                  && types.kind(at.pc(), registers[0]) == RegisterTypes.Kind.UNINITIALIZED
              ? new NewCall(
                  linker,
                  registers,
                  linker.calledConstructor(method),
                  types.descriptor(at.pc(), registers[0]))
              : new FixedCall(linker, registers, withReceiver, FixedCall.Kind.DIRECT, method);
      default ->
          substitute != null
                  && Substitutions.isNeeded(method, receiver(types, at.pc(), registers[0]))
              ? new HandleCall.Substitute(linker, registers, withReceiver, substitute)
              : virtual(linker, types, at, registers, method);
    };
  }

  private static @Nullable String receiver(RegisterTypes types, int pc, int register) {
    return types.kind(pc, register) == RegisterTypes.Kind.REFERENCE
        ? types.descriptor(pc, register)
        : null;
  }

  private static Call virtual(
      Linker linker, RegisterTypes types, Instruction at, int[] registers, MethodRef method) {
    boolean byInterface = isByInterface(at);
    String receiver = receiver(types, at.pc(), registers[0]);
    String shorty = method.proto().shorty();
    return new VirtualCall(
        linker,
        registers,
        shorty.charAt(0) + "L" + shorty.substring(1),
        byInterface,
        method,
        linker.called(method, byInterface, receiver));
  }

  private static boolean isByInterface(Instruction at) {
    return switch (at.opcode()) {
      case INVOKE_INTERFACE, INVOKE_INTERFACE_RANGE -> true;
      default -> false;
    };
  }
}
