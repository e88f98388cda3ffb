package dev.dexscope.natives;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.natives.elf.Binding;
import dev.dexscope.natives.elf.ElfFile;
import dev.dexscope.natives.elf.Symbol;
import dev.dexscope.natives.elf.TranslatedElf;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Dexscope's own library: the functions of Android that differ from the host's. It is written in C
 * ({@code src/main/c}), built by {@code scripts/natives}, and bound to the host's symbols as any
 * other.
 */
@SuppressWarnings("restricted") // Native code is what this class is for.
final class OwnLibrary {
  private static final String RESOURCE = "bionic-x86_64.so";
  private static final String NAME = "libdexscope-bionic.so";

  /** The fields of {@code struct settings}. */
  private static final int PROPERTIES = 0;

  private static final int LOG = 8;
  private static final int FIND = 16;
  private static final int OFFLINE = 24;
  private static final int LEVEL = 32;
  private static final int WINDOWS = 40;
  private static final int SIZE = 48;

  private static @Nullable ElfFile read;

  private final Path file;

  private OwnLibrary(Path file) {
    this.file = file;
  }

  /** Returns where the library is. */
  Path file() {
    return file;
  }

  /** Returns the functions' names. */
  static Set<String> symbols() {
    return elf().symbols().stream()
        .filter(Symbol::isDefined)
        .map(Symbol::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  static synchronized ElfFile elf() {
    ElfFile known = read;
    if (known == null) {
      try (InputStream in =
          Objects.requireNonNull(OwnLibrary.class.getResourceAsStream(RESOURCE))) {
        known = ElfFile.of(RESOURCE, in.readAllBytes());
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      read = known;
    }
    return known;
  }

  /**
   * Loads the library, for this process's life: code of the program may run to its end.
   *
   * @param find finds the file for a name or path that native code loads; null for none
   */
  static OwnLibrary load(
      HostLibraries host,
      Path folder,
      NativeSettings settings,
      UnaryOperator<@Nullable String> find)
      throws IOException {
    Path file = folder.resolve(NAME);
    byte[] bytes =
        TranslatedElf.write(
            elf(),
            List.of(),
            symbol -> {
              Binding.Host found = host.find(symbol.name());
              return found == null && !symbol.isWeak()
                  ? new Binding.Refused(symbol.name() + " of this machine's C library")
                  : found == null ? new Binding.Free() : found;
            },
            host::has);
    OutputFile.write(file, out -> out.write(bytes));
    Arena arena = Arena.global();
    SymbolLookup symbols = SymbolLookup.libraryLookup(file, arena);
    MemorySegment fields = symbols.findOrThrow("dexscope_settings").reinterpret(SIZE);
    var lines = new StringBuilder();
    settings
        .properties()
        .forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    fields.set(ADDRESS, PROPERTIES, arena.allocateFrom(lines.toString()));
    var calls = new Calls(settings.log(), find, mallocOf());
    fields.set(
        ADDRESS,
        LOG,
        upcall(
            calls,
            "log",
            MethodType.methodType(void.class, int.class, MemorySegment.class, MemorySegment.class),
            FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS, ADDRESS)));
    fields.set(
        ADDRESS,
        FIND,
        upcall(
            calls,
            "find",
            MethodType.methodType(MemorySegment.class, MemorySegment.class),
            FunctionDescriptor.of(ADDRESS, ADDRESS)));
    fields.set(JAVA_LONG, OFFLINE, settings.network() == NativeSettings.Network.OFF ? 1 : 0);
    fields.set(JAVA_LONG, LEVEL, settings.level());
    fields.set(ADDRESS, WINDOWS, arena.allocateFrom(settings.windows()));
    call(symbols.findOrThrow("dexscope_fields"));
    return new OwnLibrary(file);
  }

  private static void call(MemorySegment function) {
    try {
      Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.ofVoid()).invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle mallocOf() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("malloc"), FunctionDescriptor.of(ADDRESS, JAVA_LONG));
  }

  private static MemorySegment upcall(
      Calls calls, String name, MethodType type, FunctionDescriptor descriptor) {
    try {
      MethodHandle handle = MethodHandles.lookup().bind(calls, name, type);
      return Linker.nativeLinker().upcallStub(handle, descriptor, Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The calls from C. An exception would end the process. */
  private record Calls(
      NativeSettings.LogReceiver receiver,
      UnaryOperator<@Nullable String> finder,
      MethodHandle malloc) {
    @SuppressWarnings("unused") // Called from C.
    void log(int priority, MemorySegment tag, MemorySegment text) {
      try {
        receiver.log(priority, string(tag), string(text));
      } catch (RuntimeException | Error e) {
        System.err.println("dexscope: " + e);
      }
    }

    @SuppressWarnings("unused") // Called from C.
    MemorySegment find(MemorySegment name) {
      try {
        String found = finder.apply(string(name));
        if (found == null) {
          return MemorySegment.NULL;
        }
        byte[] bytes = found.getBytes(StandardCharsets.UTF_8);
        MemorySegment copy =
            ((MemorySegment) malloc.invokeExact(bytes.length + 1L)).reinterpret(bytes.length + 1L);
        copy.fill((byte) 0).copyFrom(MemorySegment.ofArray(bytes));
        return copy;
      } catch (Throwable e) {
        System.err.println("dexscope: " + e);
        return MemorySegment.NULL;
      }
    }

    private static String string(MemorySegment text) {
      MemorySegment all = text.reinterpret(Integer.MAX_VALUE);
      long size = 0;
      while (all.get(java.lang.foreign.ValueLayout.JAVA_BYTE, size) != 0) {
        size++;
      }
      return new String(
          all.asSlice(0, size).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE),
          StandardCharsets.UTF_8);
    }
  }
}
