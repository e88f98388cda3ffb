package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.Function;
import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.machine.Bridge;
import dev.dexscope.tools.machine.Memory;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.CodeMap;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The methods that agents have asked about, or were told of, by their jmethodIDs. */
final class Methods {
  private static final int HAS_NO_CODE = 0x0100 | 0x0400; // native, abstract

  private final HotSpot hotSpot;
  private final Map<Long, MethodView> views = new ConcurrentHashMap<>();
  private volatile int version;

  Methods(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  /** What agents see of a method; a wrong jmethodID is seen, so that HotSpot refuses it. */
  MethodView of(long method) {
    int now = Vm.codeMapVersion();
    if (now != version) {
      views.clear();
      version = now;
    }
    MethodView known = views.get(method);
    if (known == null) {
      known = find(method);
      views.put(method, known);
    }
    return known;
  }

  private MethodView find(long method) {
    long own = hotSpot.environment();
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(24, 8).address();
      long declaringClass = hotSpot.address(Function.GET_METHOD_DECLARING_CLASS);
      if (!(Bridge.get(declaringClass, own, method) instanceof Class<?> type)) {
        return MethodView.PLATFORM;
      }
      if (!Vm.isGuest(type.getClassLoader())) {
        boolean isShown = Vm.isShownInStacks(type.getName()) && !Hidden.isHidden(type);
        return isShown ? MethodView.PLATFORM : MethodView.HIDDEN;
      }
      hotSpot.call(Function.GET_METHOD_NAME, own, method, out, out + 8, 0);
      String name = take(Memory.readLong(out));
      String descriptor = take(Memory.readLong(out + 8));
      CodeMap map = Vm.codeMap(type, name, descriptor);
      if (map != null) {
        return MethodView.of(map);
      }
      hotSpot.call(Function.GET_METHOD_MODIFIERS, own, method, out);
      boolean isOfDex = (Memory.readInt(out) & HAS_NO_CODE) != 0;
      return isOfDex ? MethodView.PLATFORM : MethodView.HIDDEN;
    }
  }

  private String take(long text) {
    String taken = Memory.string(text);
    hotSpot.deallocate(text);
    return taken;
  }
}
