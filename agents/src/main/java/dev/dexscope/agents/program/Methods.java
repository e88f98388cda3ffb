package dev.dexscope.agents.program;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.observe.trace.ProgramMethod;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.GuestClasses;
import dev.dexscope.vm.debug.Handlers;
import dev.dexscope.vm.debug.ProgramCode;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The methods that agents have asked about, or were told of, by their jmethodIDs. */
public final class Methods {
  /** A field by its class and jfieldID. */
  private record Field(Class<?> type, long id) {}

  private static final int HAS_NO_CODE = 0x0100 | 0x0400; // native, abstract

  private final HotSpot hotSpot;
  private final ProgramCode code = Vm.code();
  private final Map<Long, MethodView> views = new ConcurrentHashMap<>();
  private volatile int version;

  /** How often methods have begun to run class files' code, or dex code again. */
  private final AtomicInteger changes = new AtomicInteger();

  private volatile Consumer<Class<?>> changed = _ -> {};

  /** Methods of dex classes that run code of class files, which agents have redefined them by. */
  private final Map<Class<?>, Set<String>> ofClassFiles =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Remembered, as threads on which HotSpot tells of fields run Java slowly. */
  private final Map<Long, ProgramMethod> names = new ConcurrentHashMap<>();

  private final Map<Field, String> fieldNames = new ConcurrentHashMap<>();

  private final ClassValue<Map<String, Handlers>> platformHandlers =
      new ClassValue<>() {
        @Override
        protected Map<String, Handlers> computeValue(Class<?> type) {
          String file = type.getName().replace('.', '/') + ".class";
          try (InputStream in = type.getModule().getResourceAsStream(file)) {
            return in == null ? Map.of() : Handlers.ofClass(in.readAllBytes());
          } catch (IOException e) {
            return Map.of();
          }
        }
      };

  public Methods(HotSpot hotSpot) {
    this.hotSpot = hotSpot;
  }

  /** Sets a listener for classes that agents have given other code. */
  public void onNewCode(Consumer<Class<?>> listener) {
    changed = listener;
  }

  /** Returns the version for which all answers about methods hold. */
  int version() {
    return code.version() + changes.get();
  }

  /** Returns a method as agents see it; a wrong jmethodID is seen, so that HotSpot refuses it. */
  public MethodView of(long method) {
    int now = code.version();
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
    Class<?> type = declaringClass(method);
    if (type == null) {
      return MethodView.PLATFORM;
    }
    GuestClasses classes = code.of(type.getClassLoader());
    if (classes == null) {
      boolean isShown = Vm.isShownInStacks(type.getName()) && !Hidden.isHidden(type);
      if (isShown) {
        return MethodView.PLATFORM;
      }
      return Vm.isLauncher(type) && "run".equals(name(type, method).name())
          ? MethodView.LAST
          : MethodView.HIDDEN;
    }
    if (Proxy.isProxyClass(type)) {
      return MethodView.PLATFORM; // The JDK makes them.
    }
    ProgramMethod named = name(type, method);
    if (runsClassFile(type, named, method)) {
      return MethodView.PLATFORM;
    }
    CodeMap map = classes.codeMap(type, named.name(), named.descriptor());
    if (map != null) {
      return MethodView.of(map);
    }
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      hotSpot.call(Function.GET_METHOD_MODIFIERS, hotSpot.environment(), method, out);
      boolean isOfDex = (Memory.readInt(out) & HAS_NO_CODE) != 0;
      return isOfDex ? MethodView.PLATFORM : MethodView.HIDDEN;
    }
  }

  /** Returns the handlers of a method; none if its class file is not available. */
  public Handlers handlers(long method) {
    CodeMap map = of(method).map();
    if (map != null) {
      return map.handlers();
    }
    Class<?> type = declaringClass(method);
    ProgramMethod named = name(method);
    return type == null || named == null
        ? Handlers.NONE
        : platformHandlers.get(type).getOrDefault(named.name() + named.descriptor(), Handlers.NONE);
  }

  /** Of the version that runs since: a call that had begun before runs an obsolete one. */
  private boolean runsClassFile(Class<?> type, ProgramMethod named, long method) {
    if (!ofClassFiles.getOrDefault(type, Set.of()).contains(named.name() + named.descriptor())) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      hotSpot.call(Function.IS_METHOD_OBSOLETE, hotSpot.environment(), method, out);
      return (Memory.readInt(out) & 0xff) == 0;
    }
  }

  /** An agent has redefined a class by dex code. */
  public void runDexCode(Class<?> type) {
    ofClassFiles.remove(type);
    change(type);
  }

  /**
   * An agent has redefined a class by a class file.
   *
   * @param others the methods, by name and descriptor, that it has given other code
   */
  public void runClassFile(Class<?> type, Set<String> others) {
    ofClassFiles.put(type, others);
    change(type);
  }

  private void change(Class<?> type) {
    views.clear();
    changes.incrementAndGet();
    changed.accept(type);
  }

  /** Returns a method's name; null where there is none of that jmethodID. */
  public @Nullable ProgramMethod name(long method) {
    return names.computeIfAbsent(
        method,
        _ -> {
          Class<?> type = declaringClass(method);
          return type == null ? null : name(type, method);
        });
  }

  public @Nullable Class<?> declaringClass(long method) {
    long function = hotSpot.address(Function.GET_METHOD_DECLARING_CLASS);
    return Bridge.get(function, hotSpot.environment(), method) instanceof Class<?> type
        ? type
        : null;
  }

  private ProgramMethod name(Class<?> type, long method) {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(16, 8).address();
      hotSpot.call(Function.GET_METHOD_NAME, hotSpot.environment(), method, out, out + 8, 0);
      return new ProgramMethod(
          type.getName(), take(Memory.readLong(out)), take(Memory.readLong(out + 8)));
    }
  }

  /** The name of a field, by its jfieldID; null where there is none. */
  public @Nullable String fieldName(Class<?> type, long field) {
    return fieldNames.computeIfAbsent(new Field(type, field), this::name);
  }

  private @Nullable String name(Field field) {
    long reference = Bridge.globalReference(field.type);
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      int error =
          hotSpot.call(
              Function.GET_FIELD_NAME, hotSpot.environment(), reference, field.id, out, 0, 0);
      return error == 0 ? take(Memory.readLong(out)) : null;
    } finally {
      Bridge.release(reference);
    }
  }

  /**
   * The IDs that a class's list has.
   *
   * @param list the function that gives it
   * @return null for a class that has not been prepared
   */
  public long @Nullable [] members(Function list, Class<?> type) {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(16, 8).address();
      long function = hotSpot.address(list);
      if (Bridge.call(function, hotSpot.environment(), type, out, out + 8, 0) != 0) {
        return null;
      }
      long ids = Memory.readLong(out + 8);
      long[] members = new long[Memory.readInt(out)];
      for (int i = 0; i < members.length; i++) {
        members[i] = Memory.readLong(ids + 8L * i);
      }
      hotSpot.deallocate(ids);
      return members;
    }
  }

  private String take(long text) {
    String taken = Memory.string(text);
    hotSpot.deallocate(text);
    return taken;
  }
}
