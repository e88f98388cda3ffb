package dev.dexscope.agents.machine;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The library of machine code that stands between agents and HotSpot. It is written by Java, when
 * the application is built, because no compiler for another language is needed then.
 *
 * <pre>{@code
 * OutputFile.write(file, MachineLibrary.bytes());
 * MachineLibrary library = MachineLibrary.load(file, questions);
 * long entry = library.entry(function);
 * }</pre>
 */
@SuppressWarnings("restricted") // Machine code is what this class is for.
public final class MachineLibrary {
  /** JVMTI_ERROR_INTERNAL. */
  private static final int INTERNAL_ERROR = 113;

  /** The tag of classes whose objects heap walks do not show. */
  public static final long HIDDEN_TAG = Layout.HIDDEN_TAG;

  /** Who is asked. */
  public interface Questions {
    /** A function of JVM TI has been called; gives the address where the call goes on, or 0. */
    long called(int function, Call call);

    /** A function has been called and has a result; gives the one that the agent gets. */
    int returned(int function, Call call);

    /** An event is to be told; gives the address of the agent's callback, or 0. */
    long happened(int event, Call call);

    /** {@code GetEnv} has been called for an environment of JVM TI; gives its result. */
    int environmentWanted(Call call);

    /** {@code FindClass} has been called; gives a global reference of the class, or 0. */
    long classWanted(Call call);
  }

  private static @Nullable MachineLibrary loaded;

  private final SymbolLookup symbols;
  private final long data;
  private final Questions questions;
  private final long unheard;
  private final long methods;

  /**
   * The addresses of what {@link #rememberAddresses} was told, by jmethodIDs. Nobody knows when
   * machine code has read the last of one: they stay.
   */
  private final Map<Long, Long> addresses = new ConcurrentHashMap<>();

  private MachineLibrary(SymbolLookup symbols, Questions questions) {
    this.symbols = symbols;
    this.questions = questions;
    this.data = address(Symbols.DATA);
    this.unheard = data + Layout.offset(Layout.UNHEARD);
    this.methods = data + Layout.offset(Layout.METHODS);
  }

  /** Whether there is such a library for this machine. */
  public static boolean isSupported() {
    return Architecture.current() != null;
  }

  /** The library for this machine. When it is loaded as an agent, it reserves all capabilities. */
  public static byte[] bytes() {
    return bytes(thisMachine());
  }

  /** That for some machine. */
  static byte[] bytes(Architecture architecture) {
    return new ElfLibrary(architecture, architecture.code(), Symbols.functions()).toBytes();
  }

  /** The library of an agent that does nothing: it shows what every agent needs. */
  public static byte[] idleAgent() {
    Architecture architecture = thisMachine();
    return new ElfLibrary(architecture, architecture.idleAgent(), List.of(Symbols.ON_LOAD))
        .toBytes();
  }

  private static Architecture thisMachine() {
    Architecture architecture = Architecture.current();
    if (architecture == null) {
      throw new IllegalStateException("there is no library for this machine");
    }
    return architecture;
  }

  /** Loads it, once in a process. */
  public static MachineLibrary load(Path file, Questions questions) {
    Bridge.load(file);
    var library = new MachineLibrary(SymbolLookup.libraryLookup(file, Arena.global()), questions);
    loaded = library;
    library.set(Layout.BEFORE, library.upcall("before"));
    library.set(Layout.BEHIND, library.upcall("behind"));
    return library;
  }

  private long address(String symbol) {
    return symbols.findOrThrow(symbol).address();
  }

  private void set(String place, long value) {
    Memory.publishLong(data + Layout.offset(place), value);
  }

  /** Both have one shape, because HotSpot makes classes for each. */
  private long upcall(String method) {
    try {
      MethodHandle handle =
          MethodHandles.lookup().bind(this, method, MethodType.methodType(long.class, long.class));
      return Linker.nativeLinker()
          .upcallStub(handle, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG), Arena.global())
          .address();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Lets Java be asked by JNI from now on, which takes longer. While a thread steps, or is to tell
   * of a frame that is popped, HotSpot interprets it and keeps count of its frames; compiled code
   * is not counted. An upcall enters compiled code all the same, and HotSpot, which begins to count
   * in there, takes the thread's stack for higher than it is from then on.
   */
  public synchronized void askByJni() {
    if (Memory.readLong(data + Layout.offset(Layout.ASKED)) != 0) {
      return;
    }
    long type = Bridge.globalReference(MachineLibrary.class);
    set(Layout.ASKED_BEFORE, staticMethod(type, "askedBefore"));
    set(Layout.ASKED_BEHIND, staticMethod(type, "askedBehind"));
    set(Layout.ASKED, type);
  }

  private static long staticMethod(long type, String name) {
    long environment = Bridge.environment();
    long function = Memory.readLong(Memory.readLong(environment) + 8L * Jni.GET_STATIC_METHOD_ID);
    try (Arena arena = Arena.ofConfined()) {
      long nameOf = arena.allocateFrom(name).address();
      long descriptor = arena.allocateFrom("(J)J").address();
      return Bridge.invoke(function, environment, type, nameOf, descriptor, 0, 0, 0, 0, 0, 0);
    }
  }

  @SuppressWarnings("unused") // Called by machine code.
  private static long askedBefore(long record) {
    MachineLibrary library = loaded;
    return library == null ? 0 : library.before(record);
  }

  @SuppressWarnings("unused") // Called by machine code.
  private static long askedBehind(long record) {
    MachineLibrary library = loaded;
    return library == null ? INTERNAL_ERROR : library.behind(record);
  }

  /**
   * Tells HotSpot's own JavaVM and functions.
   *
   * @param table as JVM TI has it, where 1 is the first function's place
   */
  public void hotSpot(long javaVm, long table) {
    set(Layout.HOST_VM, javaVm);
    long to = data + Layout.offset(Layout.FUNCTIONS);
    Memory.copy(table, to + 8, 8L * Layout.LAST_FUNCTION);
  }

  /** The address of one of HotSpot's functions. */
  public long function(int number) {
    return Memory.readLong(data + Layout.offset(Layout.FUNCTIONS) + 8L * number);
  }

  /** Returns the address that a table has in place of a function that Java answers. */
  public long entry(int function) {
    return address(Symbols.ENTRIES) + (long) Layout.ENTRY * function;
  }

  /** The same for a function whose second argument is a thread, whose frames are counted. */
  public long entryWithFrames(int function) {
    return address(Symbols.FRAME_ENTRIES) + (long) Layout.ENTRY * function;
  }

  /** The same for a function whose result Java is asked about, too. */
  public long entryAround(int function) {
    return address(Symbols.AROUND_ENTRIES) + (long) Layout.ENTRY * function;
  }

  /** The same for one whose second argument is a thread, whose frames are counted before. */
  public long entryAroundWithFrames(int function) {
    return address(Symbols.AROUND_WITH_FRAMES_ENTRIES) + (long) Layout.ENTRY * function;
  }

  /** The same for {@code GetClassSignature}, if it is of a class of ours. */
  public long classSignature() {
    return address(Symbols.CLASS_SIGNATURE);
  }

  /** The same for {@code GetStackTrace}, unless all methods of the frames are known. */
  public long stackTrace() {
    return address(Symbols.STACK_TRACE);
  }

  /** Tells HotSpot's functions of JNI, by a table that has ours. */
  public void jniFunctions(long table) {
    Memory.copy(table, data + Layout.offset(Layout.JNI_FUNCTIONS), 8L * Jni.FUNCTIONS);
    Memory.copy(table, data + Layout.offset(Layout.JNI_OF_AGENTS), 8L * Jni.FUNCTIONS);
  }

  /**
   * Takes an agent's functions of JNI, which are called when the program calls them.
   *
   * @param given the agent's table
   * @param into where the table for HotSpot is written
   */
  public void takeJniFunctions(long given, long into) {
    long own = data + Layout.offset(Layout.JNI_FUNCTIONS);
    long agents = data + Layout.offset(Layout.JNI_OF_AGENTS);
    for (int i = 0; i < Jni.FUNCTIONS; i++) {
      long function = Memory.readLong(given + 8L * i);
      Memory.publishLong(agents + 8L * i, function);
      boolean isOwn = function == Memory.readLong(own + 8L * i);
      Memory.writeLong(into + 8L * i, isOwn ? function : jniEntry(i));
    }
  }

  /** Gives back the agents' functions, in a table of HotSpot's. */
  public void giveJniFunctions(long table) {
    long agents = data + Layout.offset(Layout.JNI_OF_AGENTS);
    Memory.copy(agents, table, 8L * Jni.FUNCTIONS);
  }

  private long jniEntry(int function) {
    return address(Symbols.JNI_ENTRIES) + (long) Layout.ENTRY * function;
  }

  /** How many bytes a table of JNI's functions has. */
  public static long jniTableSize() {
    return 8L * Jni.FUNCTIONS;
  }

  /** Returns the function that HotSpot calls in place of an agent's callback. */
  public long eventEntry(int event) {
    return address(Symbols.EVENT_ENTRIES) + (long) Layout.ENTRY * (event - Layout.FIRST_EVENT);
  }

  /**
   * Returns the function that HotSpot is given in place of an agent's callback, with a table for
   * its data.
   */
  public long heapCallback(HeapCallback callback) {
    return address(callback.symbol());
  }

  /**
   * Tells an environment's callbacks of the events that reach it without Java: of methods that are
   * known. Those of more than sixteen environments come by Java.
   *
   * @param byEvent the callback of an event, by its number
   */
  public synchronized void callbacks(long environment, IntToLongFunction byEvent) {
    long first = data + Layout.offset(Layout.CALLBACKS);
    long free = 0;
    for (int i = Layout.MOST_ENVIRONMENTS - 1; i >= 0; i--) {
      long place = first + (long) Layout.CALLBACKS_SIZE * i;
      long there = Memory.readLong(place);
      if (there == environment) {
        free = place;
        break;
      }
      free = there == 0 ? place : free;
    }
    if (free != 0) {
      for (int i = 0; i < Layout.DIRECT_EVENTS.length; i++) {
        Memory.writeLong(free + 8L * (i + 1), byEvent.applyAsLong(Layout.DIRECT_EVENTS[i]));
      }
      Memory.publishLong(free, environment);
    }
  }

  /**
   * A class of the JDK that our own code has loaded, or prepared.
   *
   * @param environment which HotSpot has told
   * @param type a global reference to it
   */
  public record UnheardClass(long environment, boolean isPrepared, long type) {}

  /** Whether there is one of which agents have not been told. */
  public boolean hasUnheard() {
    return Memory.readLong(unheard) != 0;
  }

  /**
   * Takes all of which agents have not been told, in the order in which they came. Their references
   * are the caller's.
   *
   * @param environment which memory is given back to
   */
  public List<UnheardClass> takeUnheard(long environment) {
    List<UnheardClass> taken = new ArrayList<>();
    long next = Bridge.takeUnheard();
    while (next != 0) {
      long told = Memory.readLong(next + Layout.UNHEARD_ENVIRONMENT);
      long type = Memory.readLong(next + Layout.UNHEARD_TYPE);
      if (type != 0) { // HotSpot may have had no memory for it.
        taken.add(new UnheardClass(told & -2, (told & 1) != 0, type));
      }
      long before = Memory.readLong(next);
      Bridge.deallocate(environment, next);
      next = before;
    }
    Collections.reverse(taken);
    return taken;
  }

  /**
   * Remembers what agents are told of a method.
   *
   * @param isShown whether they are told of its calls, and of steps in it, and see its frames
   * @param isOfDex whether its instructions have other addresses than HotSpot's
   * @param isLast whether they see no frame below its own
   */
  public void remember(long method, boolean isShown, boolean isOfDex, boolean isLast) {
    long known = 8 * method + (isLast ? 4 : 0) + (isOfDex ? 2 : 0) + (isShown ? 0 : 1);
    Memory.writeLong(place(method), known);
  }

  private long place(long method) {
    return methods + Layout.METHODS_SIZE * ((method >> 3) & (Layout.METHODS_COUNT - 1));
  }

  /**
   * Remembers the addresses in a method of dex code.
   *
   * @param of makes for each address of HotSpot's the one of the dex instruction there, with its
   *     bits inverted where that does not begin there
   */
  public void rememberAddresses(long method, Supplier<int[]> of) {
    Long known = addresses.get(method);
    if (known == null) {
      int[] all = of.get();
      long made = Arena.global().allocate(Layout.ADDRESSES + 4L * all.length, 8).address();
      Memory.writeLong(made, method);
      Memory.writeLong(made + 8, all.length);
      for (int i = 0; i < all.length; i++) {
        Memory.writeInt(made + Layout.ADDRESSES + 4L * i, all[i]);
      }
      addresses.put(method, made);
      known = made;
    }
    Memory.publishLong(place(method) + Layout.METHODS_ADDRESSES, known);
  }

  /** Methods of dex code have other addresses now, or are none of dex code any more. */
  public void forget() {
    addresses.clear();
    for (int i = 0; i < Layout.METHODS_COUNT; i++) {
      long place = methods + (long) Layout.METHODS_SIZE * i;
      Memory.writeLong(place, 0);
      Memory.writeLong(place + Layout.METHODS_ADDRESSES, 0);
    }
  }

  /**
   * Results that agents make methods return are kept from now on until their callbacks have ended
   * ({@link Bridge#force}).
   */
  public void keepForced() {
    set(Layout.FORCES, 1);
  }

  /** Whether Java is asked about all steps in dex code from now on. */
  public void askAboutSteps(boolean isAsked) {
    set(Layout.ASKS_STEPS, isAsked ? 1 : 0);
  }

  /** {@code GetEnv}, once HotSpot's is known. */
  public long getEnv(long ofHotSpot) {
    set(Layout.GET_ENV, ofHotSpot);
    return address(Symbols.GET_ENV);
  }

  /** JNI's {@code FindClass}, once HotSpot's is known. */
  public long findClass(long ofHotSpot) {
    set(Layout.FIND_CLASS, ofHotSpot);
    return address(Symbols.FIND_CLASS);
  }

  /** JNI's {@code GetJavaVM} that gives this one. */
  public long getJavaVm(long javaVm) {
    set(Layout.JAVA_VM, javaVm);
    return address(Symbols.GET_JAVA_VM);
  }

  @SuppressWarnings("unused") // Called by machine code.
  private long before(long record) {
    var call = Call.of(record);
    int number = call.number();
    try {
      if (number <= Layout.LAST_FUNCTION) {
        return questions.called(number, call);
      }
      return switch (number) {
        case Layout.GET_ENV_CALL -> {
          call.result(questions.environmentWanted(call));
          yield 0;
        }
        case Layout.FIND_CLASS_CALL -> {
          long found = questions.classWanted(call);
          if (found == 0) {
            yield Memory.readLong(data + Layout.offset(Layout.FIND_CLASS));
          }
          call.argument(1, found);
          yield address(Symbols.TO_LOCAL);
        }
        default -> questions.happened(number - Layout.EVENTS, call);
      };
    } catch (RuntimeException | Error e) {
      // It must not leave this method: that would end the process.
      call.result(INTERNAL_ERROR);
      return 0;
    }
  }

  @SuppressWarnings("unused") // Called by machine code.
  private long behind(long record) {
    var call = Call.of(record);
    try {
      return questions.returned(call.number(), call);
    } catch (RuntimeException | Error e) {
      return INTERNAL_ERROR;
    }
  }
}
