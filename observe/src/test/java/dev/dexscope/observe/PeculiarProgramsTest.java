package dev.dexscope.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs whose threads and class loaders are not of the usual kind. */
@FullTier("starts a process for each program and engine")
class PeculiarProgramsTest {
  /** Nobody but the program may ask its threads whether they are equal. */
  private static final String EQUAL_THREADS =
      """
      public class EqualThreads {
        static class Same extends Thread {
          Same(Runnable body) {
            super(body);
          }
          @Override public int hashCode() {
            throw new IllegalStateException("hashCode");
          }
          @Override public boolean equals(Object other) {
            throw new IllegalStateException("equals");
          }
        }

        static synchronized void count() {
          counted++;
        }
        static int counted;

        public static void main(String[] args) throws Exception {
          Thread[] all = new Thread[4];
          for (int i = 0; i < all.length; i++) {
            all[i] = new Same(() -> {
              for (int j = 0; j < 1000; j++) {
                count();
              }
              if (new Exception().getStackTrace().length == 0) {
                counted = 0;
              }
            });
            all[i].start();
          }
          for (Thread each : all) {
            each.getStackTrace();
            each.join();
          }
          System.out.println(counted);
        }
      }
      """;

  private static final String LOADERS =
      """
      import java.lang.ref.WeakReference;
      import java.util.ArrayList;
      import java.util.List;

      public class Loaders {
        public static class Loaded {
          static Object kept = new Object();
          public static void run() {
            Runnable nothing = () -> kept.hashCode();
            nothing.run();
          }
        }

        static WeakReference<ClassLoader> load(String path) throws Exception {
          ClassLoader loader =
              (ClassLoader)
                  Class.forName("dalvik.system.PathClassLoader")
                      .getConstructor(String.class, ClassLoader.class)
                      .newInstance(path, null);
          loader.loadClass("Loaders$Loaded").getMethod("run").invoke(null);
          return new WeakReference<>(loader);
        }

        public static void main(String[] args) throws Exception {
          List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            loaders.add(load(args[0]));
          }
          int left = loaders.size();
          for (int i = 0; i < 100 && left > 2; i++) {
            System.gc();
            left = 0;
            for (WeakReference<ClassLoader> each : loaders) {
              left += each.get() == null ? 0 : 1;
            }
          }
          System.out.println(left <= 2 ? "freed" : left + " are left");
        }
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void threadsMayHaveAnEqualityOfTheirOwn(Engine engine) throws Exception {
    DexProgram program = DexProgram.compile(folder, "EqualThreads", EQUAL_THREADS);
    assertThat(program.on(engine).output()).isEqualTo("4000\n");
  }

  @ParameterizedTest
  @EnumSource
  void classLoadersAreFreed(Engine engine) throws Exception {
    DexProgram program = DexProgram.compile(folder, "Loaders", LOADERS);
    assertThat(program.on(engine, program.dex().toString()).output()).isEqualTo("freed\n");
  }
}
