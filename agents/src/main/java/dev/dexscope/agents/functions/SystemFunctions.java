package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;

/** The functions that HotSpot answers only before it is live, or of itself and not the program. */
final class SystemFunctions {
  private final HotSpot hotSpot;

  SystemFunctions(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  /** (phase) */
  int phase(Call call, Phase phase) {
    if (call.argument(1) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    Memory.writeInt(call.argument(1), phase.number());
    return 0;
  }

  /** (segment): before the program begins, what is not there is no error. */
  int addToBootstrapSearch(Call call, Phase phase) {
    if (phase != Phase.ONLOAD && phase != Phase.LIVE) {
      return JvmtiError.WRONG_PHASE;
    }
    int error =
        hotSpot.call(
            Function.ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH, hotSpot.environment(), call.argument(1));
    boolean isAbsent = call.argument(1) != 0 && error == JvmtiError.ILLEGAL_ARGUMENT;
    return isAbsent && phase == Phase.ONLOAD ? 0 : error;
  }

  /**
   * (segment): where agents in Java have their classes, the program finds them. Later than in
   * Agent_OnLoad it must be a jar.
   */
  int addToSystemSearch(Call call, Phase phase) {
    if (call.argument(1) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    if (phase != Phase.ONLOAD && phase != Phase.LIVE) {
      return JvmtiError.WRONG_PHASE;
    }
    try {
      Path segment = Path.of(Memory.string(call.argument(1)));
      if (phase == Phase.LIVE) {
        new JarFile(segment.toFile()).close();
      }
      Vm.code().addAgent(segment);
      return 0;
    } catch (InvalidPathException e) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    } catch (IOException e) {
      return phase == Phase.LIVE ? JvmtiError.ILLEGAL_ARGUMENT : JvmtiError.INTERNAL;
    }
  }

  /** (count, names) */
  int properties(Call call) {
    if (call.argument(1) == 0 || call.argument(2) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    List<String> names = System.getProperties().stringPropertyNames().stream().sorted().toList();
    long list = hotSpot.allocate(call.argument(0), 8L * names.size());
    for (int i = 0; i < names.size(); i++) {
      Memory.writeLong(list + 8L * i, hotSpot.allocate(call.argument(0), names.get(i)));
    }
    Memory.writeInt(call.argument(1), names.size());
    Memory.writeLong(call.argument(2), list);
    return 0;
  }

  /** (name, value) */
  int property(Call call) {
    if (call.argument(1) == 0 || call.argument(2) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    String value = System.getProperty(Memory.string(call.argument(1)));
    if (value == null) {
      return JvmtiError.NOT_AVAILABLE;
    }
    Memory.writeLong(call.argument(2), hotSpot.allocate(call.argument(0), value));
    return 0;
  }

  /** (name, value) */
  int setProperty(Call call, Phase phase) {
    if (call.argument(1) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    if (phase != Phase.ONLOAD) {
      return JvmtiError.WRONG_PHASE;
    }
    String name = Memory.string(call.argument(1));
    if (call.argument(2) == 0 || !isWriteable(name)) {
      return JvmtiError.NOT_AVAILABLE;
    }
    System.setProperty(name, Memory.string(call.argument(2)));
    return 0;
  }

  /** HotSpot's rule: agents change properties that are there, but for those that name the VM. */
  private static boolean isWriteable(String name) {
    return !name.isEmpty()
        && System.getProperty(name) != null
        && (!name.startsWith("java.vm.") || name.equals("java.vm.info"));
  }

  /**
   * Behind (class, signature, generic signature): the program's first thread and its group are of
   * classes of ours, which agents know by those that they extend.
   */
  int classSignature(Call call) {
    if (call.result() == 0
        && call.argument(2) != 0
        && Bridge.resolve(call.argument(1)) instanceof Class<?> type
        && Hidden.isHidden(type)) {
      hotSpot.deallocate(Memory.readLong(call.argument(2)));
      Memory.writeLong(
          call.argument(2), hotSpot.allocate(call.argument(0), shown(type).descriptorString()));
    }
    return call.result();
  }

  private static Class<?> shown(Class<?> type) {
    Class<?> each = type;
    while (each != null && Hidden.isHidden(each)) {
      each = each.getSuperclass();
    }
    return each == null ? Object.class : each;
  }
}
