package dev.dexscope.agents.jvmti;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.dexscope.agents.machine.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** HotSpot's own JavaVM and functions. */
@SuppressWarnings("restricted") // HotSpot's own functions are what this class is for.
public final class HotSpot {
  /** The version of JVM TI that environments of ours ask for. */
  public static final int VERSION = 0x3001_0200;

  /** One that HotSpot exports, by which its place in memory is known. */
  private static final String KNOWN_VARIABLE = "gHotSpotVMStructs";

  private static final int GET_ENV = 6;
  private static final int INVOCATION_FUNCTIONS = 8;
  private static final int MOST_ARGUMENTS = 10;

  /** What sets a local variable has five: its value is the last one, and may be a float. */
  private static final int SETTER = 5;

  private final MethodHandle[] shapes = new MethodHandle[MOST_ARGUMENTS + 1];
  private final long javaVm;
  private final long environment;
  private final long table;

  /** Finds the JVM of this process. */
  public HotSpot() {
    for (int arguments = 1; arguments <= MOST_ARGUMENTS; arguments++) {
      MemoryLayout[] types = new MemoryLayout[arguments];
      Arrays.fill(types, JAVA_LONG);
      shapes[arguments] =
          Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT, types));
    }
    shapes[SETTER] =
        Linker.nativeLinker()
            .downcallHandle(
                FunctionDescriptor.of(
                    JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_DOUBLE));
    this.javaVm = findJavaVm();
    this.environment = newEnvironment(VERSION);
    this.table = Memory.readLong(environment);
    linkShapes();
  }

  /**
   * Calls each shape once, because the first call makes classes: an agent may have locked what
   * others that load classes want, when it calls us.
   */
  private void linkShapes() {
    try (Arena arena = Arena.ofConfined()) {
      long getPhase = address(Function.GET_PHASE);
      long phase = arena.allocate(8, 8).address();
      invoke(address(Function.DISPOSE_ENVIRONMENT), newEnvironment(VERSION));
      invoke(getPhase, environment, phase);
      // C does not mind more arguments than a function wants.
      invoke(getPhase, environment, phase, 0);
      invoke(getPhase, environment, phase, 0, 0);
      invoke(getPhase, environment, phase, 0, 0, 0);
      invoke(getPhase, environment, phase, 0, 0, 0, 0);
    }
  }

  private static Path library() {
    return Path.of(System.getProperty("java.home"), "lib", "server", System.mapLibraryName("jvm"));
  }

  private static long findJavaVm() {
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle created =
          Linker.nativeLinker()
              .downcallHandle(
                  SymbolLookup.libraryLookup(library(), Arena.global())
                      .findOrThrow("JNI_GetCreatedJavaVMs"),
                  FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
      MemorySegment found = arena.allocate(ADDRESS);
      int error = (int) created.invokeExact(found, 1, arena.allocate(JAVA_INT));
      if (error != 0) {
        throw new IllegalStateException("JNI_GetCreatedJavaVMs says " + error);
      }
      return found.get(JAVA_LONG, 0);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The addresses of HotSpot's own variables.
   *
   * @param longest the size of the largest one, in bytes
   * @return none where one of them cannot be found
   */
  List<Long> variables(Set<String> names, int longest) {
    Set<String> wanted = new HashSet<>(names);
    wanted.add(KNOWN_VARIABLE);
    Map<String, Long> found = HiddenSymbols.find(library(), wanted, longest);
    Long known = found.get(KNOWN_VARIABLE);
    if (known == null || found.size() < wanted.size()) {
      return List.of();
    }
    long start =
        SymbolLookup.libraryLookup(library(), Arena.global()).findOrThrow(KNOWN_VARIABLE).address()
            - known;
    return names.stream().map(each -> start + found.getOrDefault(each, 0L)).toList();
  }

  /** Its JavaVM. */
  public long javaVm() {
    return javaVm;
  }

  /** A copy of the JavaVM's table of functions, for ever. */
  public long copyOfInvocationTable() {
    long size = 8L * INVOCATION_FUNCTIONS;
    long copy = Arena.global().allocate(size, 8).address();
    Memory.copy(Memory.readLong(javaVm), copy, size);
    return copy;
  }

  /** The place of {@code GetEnv} in such a table. */
  public static long getEnvPlace(long invocationTable) {
    return invocationTable + 8L * GET_ENV;
  }

  /** Makes an environment of JVM TI. */
  public long newEnvironment(int version) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(ADDRESS);
      int error = getEnv(found.address(), version);
      if (error != 0) {
        throw new IllegalStateException("GetEnv says " + error);
      }
      return found.get(JAVA_LONG, 0);
    }
  }

  /** {@code GetEnv}; gives its result. */
  public int getEnv(long found, int version) {
    return invoke(Memory.readLong(getEnvPlace(Memory.readLong(javaVm))), javaVm, found, version);
  }

  /** HotSpot's table of JVM TI's functions. */
  public long table() {
    return table;
  }

  /** The address of a function. */
  public long address(Function function) {
    return Memory.readLong(table + 8L * (function.number() - 1));
  }

  /** The environment of the VM itself; it has no capabilities. */
  public long environment() {
    return environment;
  }

  /** Calls a function of JVM TI; gives its error code. */
  public int call(Function function, long... arguments) {
    return invoke(address(function), arguments);
  }

  /** Calls a function of JVM TI that does not fail. */
  public void require(Function function, long... arguments) {
    int error = call(function, arguments);
    if (error != 0) {
      throw new IllegalStateException(function.specifiedName() + " of JVM TI fails, " + error);
    }
  }

  /**
   * Calls a function of C that takes words and gives an int. Floating-point numbers have registers
   * of their own: the bits of a fifth argument are there, too.
   */
  public int invoke(long address, long... words) {
    MemorySegment function = MemorySegment.ofAddress(address);
    try {
      return switch (words.length) {
        case 1 -> (int) shapes[1].invokeExact(function, words[0]);
        case 2 -> (int) shapes[2].invokeExact(function, words[0], words[1]);
        case 3 -> (int) shapes[3].invokeExact(function, words[0], words[1], words[2]);
        case 4 -> (int) shapes[4].invokeExact(function, words[0], words[1], words[2], words[3]);
        case SETTER -> {
          double number = Double.longBitsToDouble(words[4]);
          yield (int)
              shapes[SETTER].invokeExact(
                  function, words[0], words[1], words[2], words[3], words[4], number);
        }
        case 6 ->
            (int)
                shapes[6].invokeExact(
                    function, words[0], words[1], words[2], words[3], words[4], words[5]);
        case 10 ->
            (int)
                shapes[10].invokeExact(
                    function, words[0], words[1], words[2], words[3], words[4], words[5], words[6],
                    words[7], words[8], words[9]);
        default -> throw new IllegalArgumentException(words.length + " arguments");
      };
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Memory that the agent gives back by {@code Deallocate}; 0 when there is none. */
  public long allocate(long agent, long size) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(ADDRESS);
      int error = call(Function.ALLOCATE, agent, size, found.address());
      return error == 0 ? found.get(JAVA_LONG, 0) : 0;
    }
  }

  /** The same with bytes in it. */
  public long allocate(long agent, byte[] bytes) {
    long memory = allocate(agent, bytes.length);
    if (memory != 0) {
      Memory.write(memory, bytes);
    }
    return memory;
  }

  /** The same with a text and the 0 that ends it. */
  public long allocate(long agent, String text) {
    return allocate(agent, (text + "\0").getBytes(StandardCharsets.UTF_8));
  }

  /** Gives memory back. */
  public void deallocate(long memory) {
    call(Function.DEALLOCATE, environment, memory);
  }
}
