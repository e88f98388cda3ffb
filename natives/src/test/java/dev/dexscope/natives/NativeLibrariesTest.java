package dev.dexscope.natives;

import static dev.dexscope.natives.Ndk.Versions.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.natives.LibraryFate.State;
import dev.dexscope.natives.NativeSettings.Network;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Android's functions over those of this machine, as C code finds them. */
@NeedsPeer(Peer.GCC)
@SuppressWarnings("restricted") // Native code is what is tested.
final class NativeLibrariesTest {
  private static final Path SOURCE = Path.of("src/test/c/program.c");

  /** Libraries stay loaded, and tests must not see each other's. */
  @TempDir static Path folder;

  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static Ndk ndk;

  @BeforeAll
  static void makeNdk() {
    ndk = new Ndk(folder);
  }

  private static NativeLibraries open(String name) {
    assertThat(NativeLibraries.isSupported()).as("this machine runs Android's libraries").isTrue();
    return new NativeLibraries(
        folder.resolve(name),
        new NativeSettings(
            35,
            Map.of("ro.build.version.sdk", "35"),
            Network.OFF,
            (priority, tag, text) -> LOG.add(priority + "/" + tag + ": " + text),
            ""));
  }

  private static int call(SymbolLookup library, String name, Object... arguments) throws Throwable {
    FunctionDescriptor descriptor = FunctionDescriptor.of(ValueLayout.JAVA_INT);
    for (Object _ : arguments) {
      descriptor = descriptor.appendArgumentLayouts(ValueLayout.JAVA_INT);
    }
    return (int)
        Linker.nativeLinker()
            .downcallHandle(library.findOrThrow(name), descriptor)
            .invokeWithArguments(arguments);
  }

  @ParameterizedTest
  @EnumSource
  void functionsAreAndroids(Ndk.Versions versions) throws Throwable {
    Path built = ndk.build(SOURCE, "libprogram" + versions + ".so", versions);
    NativeLibraries libraries = open("functions" + versions);
    List<LibraryFate> fates =
        libraries.unpack(List.of(ndk.pack(versions + ".apk", "x86_64", built)));
    assertThat(fates)
        .containsExactly(new LibraryFate("libprogram" + versions + ".so", State.READY, ""));
    Path file = libraries.folder().resolve(fates.getFirst().name());
    SymbolLookup library = SymbolLookup.libraryLookup(file, Arena.global());
    for (String each :
        List.of(
            "semaphore",
            "semaphore_of_threads",
            "static_mutexes",
            "signals",
            "jumps",
            "variadic",
            "errors",
            "sysconf",
            "mathematics",
            "expressions",
            "properties",
            "streams",
            "paths",
            "loader",
            "thread_local",
            "initializer",
            "own_function",
            "log")) {
      assertThat(call(library, "test_" + each)).as("line of program.c: " + each).isZero();
    }
    assertThat(call(library, "test_network", 1)).isZero();
    assertThat(LOG).contains("4/tag: text 7");
  }

  private static Path source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }

  /** The second library of the package is the first one's, and is found by its name only. */
  @Test
  void aLibraryFindsThoseThatItNeeds() throws Throwable {
    Path second =
        ndk.build(source("second.c", "int second(void) { return 5; }"), "libsecond.so", NONE);
    Path first =
        ndk.build(
            source("first.c", "int second(void); int first(void) { return second() + 1; }"),
            "libfirst.so",
            NONE,
            second.toString());
    NativeLibraries libraries = open("needs");
    libraries.unpack(List.of(ndk.pack("needs.apk", "x86_64", first, second)));
    SymbolLookup library =
        SymbolLookup.libraryLookup(libraries.folder().resolve("libfirst.so"), Arena.global());
    assertThat(call(library, "first")).isEqualTo(6);
  }

  @Test
  void aThousandLoadsLeaveNothing() throws Throwable {
    Path built = ndk.build(SOURCE, "libagain.so", NONE);
    NativeLibraries libraries = open("again");
    libraries.unpack(List.of(ndk.pack("again.apk", "x86_64", built)));
    Path file = libraries.folder().resolve("libagain.so");
    long descriptors = 0;
    for (int i = 0; i < 1000; i++) {
      try (Arena arena = Arena.ofConfined()) {
        SymbolLookup library = SymbolLookup.libraryLookup(file, arena);
        assertThat(call(library, "test_semaphore")).isZero();
        assertThat(mappings(file)).isPositive();
      }
      if (i == 10) {
        descriptors = descriptors();
      }
    }
    assertThat(mappings(file)).isZero();
    assertThat(descriptors()).as("other threads open some").isLessThan(descriptors + 100);
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  private static long mappings(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(each -> each.endsWith(file.toString())).count();
    }
  }

  @Test
  void librariesForOtherMachinesAndDamagedOnesAreReported() throws Exception {
    Path broken = source("libbroken.so", "no library");
    Path whole = ndk.build(source("whole.c", "int whole;"), "libwhole.so", NONE);
    NativeLibraries libraries = open("fates");
    List<LibraryFate> fates =
        libraries.unpack(
            List.of(
                ndk.pack("broken.apk", "x86_64", broken), ndk.pack("arm.apk", "arm64-v8a", whole)));
    assertThat(fates).extracting(LibraryFate::name).containsExactly("libbroken.so", "libwhole.so");
    assertThat(fates.getFirst().state()).isEqualTo(State.FAULTY);
    assertThat(fates.getFirst().detail()).contains("no ELF file");
    assertThat(fates.getLast())
        .isEqualTo(new LibraryFate("libwhole.so", State.OTHER_MACHINE, "built for arm64-v8a"));
  }

  /** What a library needs by a path is not translated: it could be one outside of the folder. */
  @Test
  void nothingIsWrittenOutsideOfTheFolder() throws Exception {
    Path empty = Files.writeString(folder.resolve("outside.c"), "int outside;");
    Path needed = ndk.build(empty, "outside.so", NONE, "-Wl,-soname,../../outside.so");
    Path inside = Files.createDirectories(folder.resolve("a/b"));
    Path user = ndk.build(empty, "user.so", NONE, needed.toString());
    Path copy = Files.copy(user, inside.resolve("user.so"));
    Path original = Files.copy(needed, folder.resolve("kept.so"));
    Path libraries = folder.resolve("c/d");
    String found =
        new NativeLibraries(
                libraries, new NativeSettings(35, Map.of(), Network.OFF, (_, _, _) -> {}, ""))
            .file(copy.toString());
    assertThat(found).startsWith(libraries.toString());
    assertThat(needed).hasSameBinaryContentAs(original);
  }
}
