package dev.dexscope.natives;

import static dev.dexscope.natives.Ndk.Versions.LIBC;
import static dev.dexscope.natives.Ndk.Versions.NONE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.natives.LibraryFate.State;
import dev.dexscope.natives.NativeSettings.Network;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forms of relocations, thread-local data, loading from inside, and exceptions of C++. */
@NeedsPeer(Peer.GCC)
@SuppressWarnings("restricted") // Native code is what is tested.
final class LibraryFormsTest {
  private static final Path SOURCE = Path.of("src/test/c/forms.c");
  private static final List<String> TESTS =
      List.of(
          "pointers",
          "imported",
          "thread_local",
          "emulated_thread_local",
          "end_of_thread",
          "default_symbols",
          "segments",
          "initializers");

  @TempDir static Path folder;
  private static Ndk ndk;

  @BeforeAll
  static void makeNdk() {
    ndk = new Ndk(folder);
  }

  private static NativeLibraries unpacked(String name, Path... built) throws IOException {
    var libraries =
        new NativeLibraries(
            folder.resolve(name), NativeSettings.of(35, Network.OFF, (_, _, _) -> {}));
    assertThat(libraries.unpack(List.of(ndk.pack(name + ".apk", "x86_64", built))))
        .allMatch(each -> each.state() == State.READY);
    return libraries;
  }

  private static SymbolLookup load(NativeLibraries libraries, Path built) {
    return SymbolLookup.libraryLookup(
        libraries.folder().resolve(built.getFileName()), Arena.global());
  }

  private static int call(SymbolLookup library, String name) throws Throwable {
    return (int)
        Linker.nativeLinker()
            .downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT))
            .invokeExact();
  }

  private static void runsAll(String name, Path built) throws Throwable {
    SymbolLookup library = load(unpacked(name, built), built);
    for (String each : TESTS) {
      assertThat(call(library, "test_" + each)).as("line of forms.c: " + each).isZero();
    }
  }

  @Test
  void thePlainFormRuns() throws Throwable {
    runsAll("plain", ndk.build(SOURCE, "libplain.so", NONE));
  }

  /** readelf is the judge that the library has that form. */
  @Test
  void relativeRelocationsInMapsAreApplied() throws Throwable {
    Path built = ndk.build(SOURCE, "libmaps.so", LIBC, "-Wl,-z,pack-relative-relocs");
    assertThat(Ndk.readelf("-d", built)).contains("(RELR)");
    runsAll("maps", built);
  }

  @Test
  void thePackedFormOfAndroidIsApplied() throws Throwable {
    Path built = ndk.build(SOURCE, "libpacked.so", LIBC);
    assertThat(Ndk.readelf("-d", built)).contains("(RELA)");
    byte[] packed = packed(Files.readAllBytes(built));
    Files.write(built, packed);
    assertThat(Ndk.readelf("-d", built)).doesNotContain("(RELA)").contains("60000011");
    runsAll("packed", built);
  }

  /** R_X86_64_TLSDESC. */
  @Test
  void threadLocalDataByDescriptorsIsBound() throws Throwable {
    Path built = ndk.build(SOURCE, "libdescriptors.so", NONE, "-mtls-dialect=gnu2");
    assertThat(Ndk.readelf("-r", built)).contains("TLSDESC");
    runsAll("descriptors", built);
  }

  /** Older ones have no table of System V, newer ones no other. */
  @Test
  void eitherHashTableOfSymbolsIsRead() throws Throwable {
    runsAll("sysv", ndk.build(SOURCE, "libsysv.so", NONE, "-Wl,--hash-style=sysv"));
    runsAll("gnu", ndk.build(SOURCE, "libgnu.so", LIBC, "-Wl,--hash-style=gnu"));
  }

  @Test
  void librariesAreOpenedByNameAndByTheirPlaceInAPackage() throws Throwable {
    Path forms = ndk.build(SOURCE, "libforms.so", NONE);
    Path second =
        ndk.build(source("second.c", "int second(void) { return 5; }"), "libsecond.so", NONE);
    NativeLibraries libraries = unpacked("opened", forms, second);
    SymbolLookup library = load(libraries, forms);
    Path apk = folder.resolve("opened.apk");
    for (String each :
        List.of("libsecond.so", apk + "!/lib/x86_64/libsecond.so", second.toString())) {
      try (Arena arena = Arena.ofConfined()) {
        int line =
            (int)
                Linker.nativeLinker()
                    .downcallHandle(
                        library.findOrThrow("test_other_library"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                    .invokeExact(arena.allocateFrom(each));
        assertThat(line).as("line of forms.c, " + each).isZero();
      }
    }
  }

  /** As with an NDK, the run-time library of C++ is one of the program's. */
  @Test
  void exceptionsOfOneLibraryAreCaughtInAnother() throws Throwable {
    Path empty = source("empty.cc", "");
    Path runtime =
        ndk.build(
            empty,
            "libc++_shared.so",
            NONE,
            "-Wl,--whole-archive",
            ndk.gccFile("libsupc++.a"),
            "-Wl,--no-whole-archive",
            "-Wl,--start-group",
            ndk.gccFile("libgcc_eh.a"));
    Path thrower =
        ndk.build(
            source(
                "thrower.cc",
                """
                struct Failure { virtual ~Failure() {} int code; Failure(int c) : code(c) {} };
                struct Guard { int *at; ~Guard() { ++*at; } };
                extern int unwound;
                int unwound;
                __attribute__((noinline)) void deep(int n) {
                  Guard g{&unwound};
                  if (n == 0) throw Failure(30);
                  deep(n - 1);
                }
                """),
            "libthrower.so",
            NONE,
            runtime.toString());
    Path catcher =
        ndk.build(
            source(
                "catcher.cc",
                """
                struct Failure { virtual ~Failure() {} int code; Failure(int c) : code(c) {} };
                extern int unwound;
                void deep(int n);
                extern "C" int test_catch() {
                  for (int i = 0; i < 100; i++) {
                    try { deep(9); return 1; } catch (int) { return 2; } catch (Failure &f) { if (f.code != 30) return 3; }
                  }
                  try { try { throw 7; } catch (...) { throw; } } catch (int n) { if (n != 7) return 4; }
                  return unwound == 1000 ? 0 : 5;
                }
                """),
            "libcatcher.so",
            NONE,
            thrower.toString(),
            runtime.toString());
    assertThat(call(load(unpacked("thrown", runtime, thrower, catcher), catcher), "test_catch"))
        .isZero();
  }

  private static Path source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }

  /** Writes a library's relocations in Android's packed form, in their place. */
  private static byte[] packed(byte[] library) {
    ByteBuffer in = ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN);
    int dynamic = 0;
    for (int at = (int) in.getLong(32); dynamic == 0; at += 56) {
      dynamic = in.getInt(at) == 2 ? (int) in.getLong(at + 8) : 0;
    }
    int tableTag = 0;
    int sizeTag = 0;
    for (int at = dynamic; in.getLong(at) != 0; at += 16) {
      tableTag = in.getLong(at) == 7 ? at : tableTag;
      sizeTag = in.getLong(at) == 8 ? at : sizeTag;
    }
    // The table is in the first segment, whose addresses are places in the file.
    int table = (int) in.getLong(tableTag + 8);
    int size = (int) in.getLong(sizeTag + 8);
    List<long[]> relative = new ArrayList<>();
    List<long[]> others = new ArrayList<>();
    for (int at = table; at < table + size; at += 24) {
      long[] each = {in.getLong(at), in.getLong(at + 8), in.getLong(at + 16)};
      (each[1] == 8 ? relative : others).add(each);
    }
    var out = new ByteArrayOutputStream();
    out.writeBytes("APS2".getBytes(US_ASCII));
    write(out, relative.size() + others.size(), 0, relative.size(), 1 | 8, 8);
    long address = 0;
    long addend = 0;
    for (long[] each : relative) {
      write(out, each[0] - address, each[2] - addend);
      address = each[0];
      addend = each[2];
    }
    write(out, others.size(), 8);
    for (long[] each : others) {
      write(out, each[0] - address, each[1], each[2] - addend);
      address = each[0];
      addend = each[2];
    }
    byte[] written = out.toByteArray();
    assertThat(written.length).isLessThan(size);
    java.util.Arrays.fill(library, table, table + size, (byte) 0);
    System.arraycopy(written, 0, library, table, written.length);
    in.putLong(tableTag, 0x60000011).putLong(sizeTag, 0x60000012);
    in.putLong(sizeTag + 8, written.length);
    return library;
  }

  /** Signed LEB128. */
  private static void write(ByteArrayOutputStream out, long... numbers) {
    for (long each : numbers) {
      long left = each;
      while (left < -64 || left > 63) {
        out.write((int) (left & 0x7f) | 0x80);
        left >>= 7;
      }
      out.write((int) (left & 0x7f));
    }
  }
}
