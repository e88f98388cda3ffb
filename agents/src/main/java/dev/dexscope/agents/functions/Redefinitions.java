package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.DexCode;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.observe.trace.MethodEvents;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.GuestClasses;
import dev.dexscope.vm.debug.NewClassFile;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import org.jspecify.annotations.Nullable;

/**
 * {@code RedefineClasses} (count, definitions): what an agent makes of a class of the program gets
 * the hooks that the class has had, and may be dex code.
 */
final class Redefinitions {
  /** A {@code jvmtiClassDefinition}: class, count of bytes, bytes. */
  private static final int SIZE = 24;

  private static final int COUNT_PLACE = 8;
  private static final int BYTES_PLACE = 16;

  /** {@code RedefineClasses}. */
  static final Handler REDEFINING =
      new Handler.Both(
          (Handler.Check) (vm, call) -> vm.redefinitions().begin(call),
          (Handler.Change) (vm, call) -> vm.redefinitions().end(call));

  /** {@code RetransformClasses}. */
  static final Handler RETRANSFORMING =
      new Handler.Both(
          (Handler.Choice)
              (vm, row, call) -> {
                vm.redefinitions().beginAgain(call);
                return vm.hotSpot(row);
              },
          (Handler.Change) (vm, call) -> vm.redefinitions().endAgain(call));

  private final HotSpot hotSpot;
  private final DexCode code;
  private final Methods methods;

  Redefinitions(HotSpot hotSpot, DexCode code, Methods methods) {
    this.hotSpot = hotSpot;
    this.code = code;
    this.methods = methods;
  }

  /**
   * Before the call: HotSpot gets a list of ours; the agent's stands behind it.
   *
   * @return an error, or 0 when HotSpot is to be asked
   */
  int begin(Call call) {
    int count = call.intArgument(1);
    long given = call.argument(2);
    if (count <= 0 || given == 0) {
      return 0;
    }
    long size = (long) SIZE * count;
    long ours = hotSpot.allocate(call.argument(0), size + Long.BYTES);
    if (ours == 0) {
      return JvmtiError.OUT_OF_MEMORY;
    }
    Memory.copy(given, ours, size);
    Memory.writeLong(ours + size, given);
    call.argument(2, ours);
    code.begin();
    for (int i = 0; i < count; i++) {
      int error = replace(call.argument(0), ours + (long) SIZE * i);
      if (error != 0) {
        call.result(error);
        end(call);
        return error;
      }
    }
    return 0;
  }

  /** Gives an error, or 0. */
  private int replace(long agent, long definition) {
    int count = Memory.readInt(definition + COUNT_PLACE);
    long bytes = Memory.readLong(definition + BYTES_PLACE);
    if (count <= 0 || bytes == 0) {
      return 0; // HotSpot will say so.
    }
    try {
      byte[] running =
          Bridge.resolve(Memory.readLong(definition)) instanceof Class<?> type
              ? running(type, Memory.read(bytes, count))
              : null;
      long replaced = running == null ? 0 : hotSpot.allocate(agent, running);
      if (running != null && replaced != 0) {
        Memory.writeInt(definition + COUNT_PLACE, running.length);
        Memory.writeLong(definition + BYTES_PLACE, replaced);
      }
      return 0;
    } catch (RefusedCodeException e) {
      return DexCode.error(e);
    }
  }

  /** The class file that a class is to run by; null for the one that is given. */
  private byte @Nullable [] running(Class<?> type, byte[] given) throws RefusedCodeException {
    GuestClasses classes = Vm.code().of(type.getClassLoader());
    if (classes == null || type.isArray()) {
      return null;
    }
    code.withoutTransformation(type);
    if (DexCode.is(given)) {
      code.onSuccess(() -> methods.runDexCode(type));
      return code.replace(classes, type.getName(), given, NewCode.Kind.DEFINITION);
    }
    try {
      NewClassFile fitted = classes.fit(type.getName(), given);
      code.onSuccess(() -> {
        classes.redefined(type.getName());
        methods.runClassFile(type, fitted.changed());
      });
      byte[] hooked = MethodEvents.atDefinition(fitted.bytes());
      return hooked == null ? fitted.bytes() : hooked;
    } catch (IllegalArgumentException e) {
      return null; // HotSpot says what is wrong with it.
    }
  }

  /** Before {@code RetransformClasses} (count, classes), which begins with their definitions. */
  void beginAgain(Call call) {
    code.begin();
    long classes = call.argument(2);
    for (int i = 0; classes != 0 && i < call.intArgument(1); i++) {
      long type = Memory.readLong(classes + (long) Long.BYTES * i);
      if (type != 0 && Bridge.resolve(type) instanceof Class<?> known) {
        code.withoutTransformation(known);
      }
    }
  }

  /** Behind it. */
  int endAgain(Call call) {
    return code.end(call.result());
  }

  /** Behind {@code RedefineClasses}. */
  int end(Call call) {
    int count = call.intArgument(1);
    long ours = call.argument(2);
    if (count <= 0 || ours == 0) {
      return call.result();
    }
    call.result(code.end(call.result()));
    long given = Memory.readLong(ours + (long) SIZE * count);
    for (int i = 0; i < count; i++) {
      long place = (long) SIZE * i + BYTES_PLACE;
      long bytes = Memory.readLong(ours + place);
      if (bytes != Memory.readLong(given + place)) {
        hotSpot.deallocate(bytes);
      }
    }
    hotSpot.deallocate(ours);
    return call.result();
  }
}
