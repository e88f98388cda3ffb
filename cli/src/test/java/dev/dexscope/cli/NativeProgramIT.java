package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Dex programs with native libraries that are built for Android, by the packaged jars. */
@FullTier("starts programs")
@NeedsPeer(Peer.GCC)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NativeProgramIT {
  /** Needs Android's C library: its functions have no versions, and some differ. */
  private static final String LIBRARY =
      """
      typedef struct JNI *Env;
      struct JNI { void *reserved[4]; void *functions[229]; };
      int sem_init(int *, int, unsigned), sem_wait(int *), sem_post(int *);
      int __system_property_get(const char *, char *);
      int __android_log_print(int, const char *, const char *, ...);
      void *fts_open(void *, int, void *);
      static int loaded;
      int JNI_OnLoad(void *vm, void *reserved) { loaded = 40; return 0x00010006; }
      int Java_Main_answer(Env *env, void *type, int more) {
        int s[4];
        sem_init(s, 0, 1);
        sem_wait(s);
        return loaded + more;
      }
      int Java_Main_level(Env *env, void *type) {
        char value[92];
        int n = __system_property_get("ro.build.version.sdk", value);
        __android_log_print(4, "library", "level of %d digits", n);
        return (value[0] - '0') * 10 + value[1] - '0';
      }
      void Java_Main_refuse(Env *env, void *type) { fts_open(0, 0, 0); }
      """;

  private static final String PROGRAM =
      """
      public class Main {
        static native int answer(int more);
        static native int level();
        static native void refuse();
        public static void main(String[] args) {
          if (args.length > 1) {
            System.load(args[1]);
          } else {
            System.loadLibrary("answer");
          }
          System.out.println(answer(2) + " " + level());
          if (args.length > 0 && args[0].equals("refuse")) {
            refuse();
          }
        }
      }
      """;

  @TempDir private Path folder;
  private Path library;
  private Path program;

  @BeforeEach
  void build() throws Exception {
    Path source = Files.writeString(folder.resolve("answer.c"), LIBRARY, StandardCharsets.UTF_8);
    library = folder.resolve("libanswer.so");
    Process gcc =
        new ProcessBuilder(
                "gcc",
                "-shared",
                "-nostdlib",
                "-fPIC",
                "-O1",
                "-w",
                "-o",
                library.toString(),
                source.toString())
            .inheritIO()
            .start();
    assertThat(gcc.waitFor()).isZero();
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path main = Files.writeString(folder.resolve("Main.java"), PROGRAM, StandardCharsets.UTF_8);
    TestCompiler.javac("-d", classes.toString(), main.toString());
    Path dex = folder.resolve("dex.jar");
    TestCompiler.d8(TestCompiler.classesIn(classes), 26, dex);
    program = pack(dex, "x86_64");
  }

  private Path pack(Path dex, String abi) throws IOException {
    Path packed = folder.resolve(abi + ".jar");
    try (var in = new ZipFile(dex.toFile());
        var out = new ZipOutputStream(Files.newOutputStream(packed))) {
      out.putNextEntry(new ZipEntry("classes.dex"));
      in.getInputStream(in.getEntry("classes.dex")).transferTo(out);
      out.putNextEntry(new ZipEntry("lib/" + abi + "/libanswer.so"));
      Files.copy(library, out);
      out.closeEntry();
    }
    return packed;
  }

  private Run dexscope(String... words) throws Exception {
    return Packaged.dexscope(folder, words);
  }

  @Test
  void aLibraryOfTheProgramRuns() throws Exception {
    Run run = dexscope("run", "-cp", program.toString(), "Main");

    assertThat(run.out()).as(run.err()).isEqualTo("42 35\n");
    assertThat(run.err()).contains("library").contains("level of 2 digits");
    assertThat(run.exit()).isZero();
  }

  @Test
  void aLibraryThatTheProgramLoadsByItsPathRuns() throws Exception {
    Run run = dexscope("run", "-cp", program.toString(), "Main", "x", library.toString());

    assertThat(run.out()).as(run.err()).isEqualTo("42 35\n");
  }

  @Test
  void aFunctionThatIsMissingIsNamedWhenItIsCalled() throws Exception {
    Run run = dexscope("run", "-cp", program.toString(), "Main", "refuse");

    assertThat(run.err())
        .contains("fts_open of libc.so, which libanswer.so calls, is not available here");
    assertThat(run.exit()).isNotZero();
  }

  @Test
  void aLibraryForAnotherMachineIsReported() throws Exception {
    Path other = pack(folder.resolve("dex.jar"), "arm64-v8a");

    Run run = dexscope("run", "-cp", other.toString(), "Main");

    assertThat(run.err())
        .contains("native library libanswer.so: built for arm64-v8a", "UnsatisfiedLinkError");
    assertThat(run.exit()).isEqualTo(1);
  }
}
