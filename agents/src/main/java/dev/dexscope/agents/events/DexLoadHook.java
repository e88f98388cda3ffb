package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.DexCode;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.GuestClasses;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import java.lang.foreign.Arena;

/**
 * {@code ClassFileLoadHook} (environment, JNIEnv, redefined, loader, name, domain, size, bytes, new
 * size, new bytes) as ART has it: agents are given a dex file with the one class, and may give
 * another.
 */
public final class DexLoadHook {
  private static final int REDEFINED = 2;
  private static final int LOADER = 3;
  private static final int NAME = 4;
  private static final int NEW_SIZE = 8;
  private static final int NEW_BYTES = 9;

  /** In the second word of {@code jvmtiCapabilities}: can_retransform_classes, bit 37. */
  private static final int CAN_RETRANSFORM = 1 << 5;

  private final HotSpot hotSpot;
  private final DexCode code;

  public DexLoadHook(HotSpot hotSpot, DexCode code) {
    this.hotSpot = hotSpot;
    this.code = code;
  }

  /**
   * Tells an agent of a class of dex code.
   *
   * @return whether it was one
   */
  public boolean tell(Environment environment, Call call) {
    Object loader = call.argument(LOADER) == 0 ? null : Bridge.resolve(call.argument(LOADER));
    GuestClasses classes = loader instanceof ClassLoader known ? Vm.code().of(known) : null;
    if (classes == null || call.argument(NAME) == 0) {
      return false;
    }
    String name = Memory.string(call.argument(NAME)).replace('/', '.');
    byte[] dexFile = classes.dexFile(name);
    if (dexFile == null) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      long bytes = arena.allocate(dexFile.length).address();
      Memory.write(bytes, dexFile);
      long given = arena.allocate(16, 8).address();
      call(environment, call, dexFile.length, bytes, given);
      long newBytes = Memory.readLong(given + 8);
      if (newBytes != 0) {
        take(environment, call, classes, name, Memory.readInt(given), newBytes);
      }
    }
    return true;
  }

  /** Calls the agent's callback. What it does is no work of ours. */
  private void call(Environment environment, Call call, int size, long bytes, long given) {
    int nested = Bridge.nest(0);
    try {
      HotSpot.invoke(
          environment.callback(Event.CLASS_FILE_LOAD_HOOK),
          call.argument(0),
          call.argument(1),
          call.argument(REDEFINED),
          call.argument(LOADER),
          call.argument(NAME),
          call.argument(5),
          size,
          bytes,
          given,
          given + 8);
    } finally {
      Bridge.nest(nested);
    }
  }

  /** Makes a class file of dex code; all else is HotSpot's to take or refuse. */
  private void take(
      Environment environment,
      Call call,
      GuestClasses classes,
      String name,
      int newSize,
      long newBytes) {
    Memory.writeInt(call.argument(NEW_SIZE), newSize);
    Memory.writeLong(call.argument(NEW_BYTES), newBytes);
    byte[] given = Memory.read(newBytes, Math.max(0, newSize));
    if (!DexCode.is(given)) {
      return;
    }
    try {
      byte[] classFile = made(environment, call, classes, name, given);
      long memory = hotSpot.allocate(environment.address(), classFile);
      if (memory != 0) {
        Memory.writeInt(call.argument(NEW_SIZE), classFile.length);
        Memory.writeLong(call.argument(NEW_BYTES), memory);
        hotSpot.deallocate(newBytes);
      }
    } catch (RefusedCodeException e) {
      if (call.argument(REDEFINED) != 0) {
        code.refuse(e);
      }
      System.err.println(
          "dexscope: an agent's code for " + name + " is refused: " + e.getMessage());
    }
  }

  private byte[] made(
      Environment environment, Call call, GuestClasses classes, String name, byte[] dexFile)
      throws RefusedCodeException {
    NewCode.Kind kind = kind(environment);
    boolean isLoaded = call.argument(REDEFINED) != 0;
    return isLoaded
        ? code.replace(classes, name, dexFile, kind)
        : classes.replace(name, dexFile, kind).classFile();
  }

  /** Code made by agents that cannot retransform stays below that of the others. */
  private NewCode.Kind kind(Environment environment) {
    try (Arena arena = Arena.ofConfined()) {
      long capabilities = arena.allocate(16, 8).address();
      hotSpot.call(Function.GET_CAPABILITIES, environment.address(), capabilities);
      boolean canRetransform = (Memory.readInt(capabilities + 4) & CAN_RETRANSFORM) != 0;
      return canRetransform ? NewCode.Kind.TRANSFORMATION : NewCode.Kind.DEFINITION;
    }
  }
}
