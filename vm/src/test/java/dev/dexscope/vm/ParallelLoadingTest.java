package dev.dexscope.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dalvik.system.DelegateLastClassLoader;
import dalvik.system.DexClassLoader;
import dalvik.system.InMemoryDexClassLoader;
import dalvik.system.PathClassLoader;
import dev.dexscope.dex.write.DexBuilder;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread that loads a class does not block others that load another one, as on Android. */
class ParallelLoadingTest {
  @TempDir private Path folder;

  /** Looks for a class for as long as another one has not been loaded. */
  private static final class Slow extends ClassLoader {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch loaded = new CountDownLatch(1);

    // Not findClass: the JDK's own loadClass holds this loader's lock while it calls that.
    @Override
    protected Class<?> loadClass(String name, boolean isLinked) throws ClassNotFoundException {
      if (name.equals("Slow")) {
        asked.countDown();
        try {
          if (!loaded.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody else loads a class");
          }
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return super.loadClass(name, isLinked);
    }
  }

  private interface Loaders {
    ClassLoader of(ClassLoader parent);
  }

  @BeforeEach
  void start() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  private static byte[] dex() {
    DexBuilder dex = DexBuilder.ofVersion(39);
    dex.define("LQuick;", type -> {});
    return dex.build();
  }

  private String file() throws Exception {
    return Files.write(folder.resolve("quick.dex"), dex()).toString();
  }

  private static void assertParallel(Loaders loaders) throws Exception {
    var parent = new Slow();
    ClassLoader loader = loaders.of(parent);
    FutureTask<Class<?>> slow = new FutureTask<>(() -> loader.loadClass("Slow"));
    Thread.ofPlatform().daemon().start(slow);
    parent.asked.await();

    assertThat(loader.loadClass("Quick").getClassLoader()).isEqualTo(loader);

    parent.loaded.countDown();
    assertThatThrownBy(slow::get).hasCauseInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void byLoadersOfFiles() throws Exception {
    String file = file();
    assertParallel(parent -> new PathClassLoader(file, parent));
    assertParallel(parent -> new DexClassLoader(file, null, null, parent));
  }

  @Test
  void byThatOfMemory() throws Exception {
    assertParallel(parent -> new InMemoryDexClassLoader(ByteBuffer.wrap(dex()), parent));
  }

  @Test
  void byThatWhoseParentIsLast() throws Exception {
    String file = file();
    assertParallel(parent -> new DelegateLastClassLoader(file, parent));
  }
}
