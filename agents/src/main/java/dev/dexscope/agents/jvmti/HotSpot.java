package dev.dexscope.agents.jvmti;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Memory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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
  private static final int PAGE = 4096;

  private static final String KNOWN_VARIABLE = "gHotSpotVMStructs";

  /** The description's entries: the first, their size, and the places of what they consist of. */
  private static final String[] DESCRIPTION = {
    KNOWN_VARIABLE,
    "gHotSpotVMStructEntryArrayStride",
    "gHotSpotVMStructEntryTypeNameOffset",
    "gHotSpotVMStructEntryFieldNameOffset",
    "gHotSpotVMStructEntryOffsetOffset"
  };

  private static final int GET_ENV = 6;
  private static final int INVOCATION_FUNCTIONS = 8;
  private static final int MOST_ARGUMENTS = 10;

  private final Path machineCode;
  private final long javaVm;
  private final long environment;
  private final long table;

  /**
   * Finds the JVM of this process.
   *
   * @param machineCode the library that calls it
   */
  public HotSpot(Path machineCode) {
    this.machineCode = machineCode;
    Bridge.load(machineCode);
    this.javaVm = findJavaVm();
    this.environment = newEnvironment(VERSION);
    this.table = Memory.readLong(environment);
  }

  private static Path library() {
    return Path.of(System.getProperty("java.home"), "lib", "server", System.mapLibraryName("jvm"));
  }

  private static long findJavaVm() {
    try (Arena arena = Arena.ofConfined()) {
      long found = arena.allocate(8, 8).address();
      // Not JNI's GetJavaVM, which may be an agents' view already.
      long created =
          SymbolLookup.libraryLookup(library(), Arena.global())
              .findOrThrow("JNI_GetCreatedJavaVMs")
              .address();
      int error = invoke(created, found, 1, arena.allocate(8, 8).address());
      if (error != 0) {
        throw new IllegalStateException("JNI_GetCreatedJavaVMs says " + error);
      }
      return Memory.readLong(found);
    }
  }

  /**
   * The addresses of HotSpot's own variables.
   *
   * @param longest the size of the largest one, in bytes
   * @return none where one of them cannot be found
   */
  List<Long> variables(Set<String> names, int longest) {
    Map<String, Long> found = NotedVariables.read(notes(machineCode), library());
    if (!found.keySet().containsAll(names)) {
      found = findVariables(names, longest);
    }
    Long known = found.get(KNOWN_VARIABLE);
    if (known == null || !found.keySet().containsAll(names)) {
      return List.of();
    }
    long start =
        SymbolLookup.libraryLookup(library(), Arena.global()).findOrThrow(KNOWN_VARIABLE).address()
            - known;
    if (start % PAGE != 0) {
      return List.of(); // Noted for another library after all: libraries begin at a page.
    }
    List<Long> addresses = new ArrayList<>();
    for (String each : names) {
      addresses.add(start + found.getOrDefault(each, 0L));
    }
    return addresses;
  }

  /** Finds variables, and the known one, in the file of this process's JVM. */
  private static Map<String, Long> findVariables(Set<String> names, int longest) {
    Set<String> wanted = new HashSet<>(names);
    wanted.add(KNOWN_VARIABLE);
    return HiddenSymbols.find(library(), wanted, longest);
  }

  /** Writes down, beside the machine code, the variables of the JVM that runs this. */
  static void noteVariables(Path machineCode, Set<String> names, int longest) throws IOException {
    NotedVariables.write(notes(machineCode), library(), findVariables(names, longest));
  }

  private static Path notes(Path machineCode) {
    return machineCode.resolveSibling(machineCode.getFileName() + ".variables");
  }

  /**
   * Returns where a field is in the objects of a class of HotSpot's own, as HotSpot describes
   * itself for debuggers; 0 where it does not describe it.
   */
  static long fieldOffset(String type, String field) {
    SymbolLookup symbols = SymbolLookup.libraryLookup(library(), Arena.global());
    long[] layout = new long[DESCRIPTION.length];
    for (int i = 0; i < layout.length; i++) {
      MemorySegment found = symbols.find(DESCRIPTION[i]).orElse(null);
      if (found == null) {
        return 0;
      }
      layout[i] = Memory.readLong(found.address());
    }
    for (long entry = layout[0]; Memory.readLong(entry + layout[2]) != 0; entry += layout[1]) {
      if (type.equals(Memory.string(Memory.readLong(entry + layout[2])))
          && field.equals(Memory.string(Memory.readLong(entry + layout[3])))) {
        return Memory.readLong(entry + layout[4]);
      }
    }
    return 0;
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
   * Calls a function of C that takes ten words at most and gives an int ({@link Bridge#invoke}).
   */
  public static int invoke(long address, long... words) {
    if (words.length > MOST_ARGUMENTS) {
      throw new IllegalArgumentException(words.length + " arguments");
    }
    long[] all = Arrays.copyOf(words, MOST_ARGUMENTS);
    return (int)
        Bridge.invoke(
            address, all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8],
            all[9]);
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
