package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dalvik.system.PathClassLoader;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformLoaderTest {
  @TempDir Path folder;

  private void writeClass(String name) throws IOException {
    byte[] bytes =
        ClassFile.of().build(ClassDesc.of(name), type -> type.withFlags(AccessFlag.PUBLIC));
    Path file = folder.resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.write(file, bytes);
  }

  private URLClassLoader framework() throws MalformedURLException {
    return new URLClassLoader(
        new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
  }

  @Test
  void ofTwoPartsThatHaveAClassTheFirstOnesCounts() throws Exception {
    writeClass("android.os.Build");
    writeClass("android.app.Activity");
    writeClass("dalvik.system.PathClassLoader");
    try (URLClassLoader framework = framework()) {
      var loader =
          new PlatformLoader(
              List.of(
                  PlatformPart.CORE,
                  new PlatformPart(framework, path -> path.startsWith("")),
                  PlatformPart.ANDROID),
              true);

      assertThat(loader.loadClass("android.os.Build").getClassLoader()).isEqualTo(framework);
      assertThat(loader.loadClass("android.app.Activity").getClassLoader()).isEqualTo(framework);
      assertThat(loader.loadClass("dalvik.system.PathClassLoader"))
          .isEqualTo(PathClassLoader.class);
      assertThat(loader.loadClass("android.util.Log")).isEqualTo(android.util.Log.class);
      assertThat(loader.getResource("android/os/Build.class"))
          .isEqualTo(framework.getResource("android/os/Build.class"));
    }
  }

  @Test
  void nothingElseOfThisProgramIsFound() {
    var loader = PlatformLoader.withoutFramework();

    assertThatThrownBy(() -> loader.loadClass(PlatformLoader.class.getName()))
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(loader.getResource("dev/dexscope/vm/load/PlatformLoader.class")).isNull();
  }

  @Test
  void besideAFrameworkWhatAndroidLacksOfTheJdkIsNotFound() throws Exception {
    try (URLClassLoader framework = framework()) {
      var loader = PlatformLoader.with(new PlatformPart(framework, path -> false));
      for (String each :
          List.of("java.awt.Color", "javax.management.MBeanServer", "java.beans.Introspector")) {
        assertThatThrownBy(() -> loader.loadClass(each)).isInstanceOf(ClassNotFoundException.class);
        assertThat(PlatformLoader.withoutFramework().loadClass(each).getName()).isEqualTo(each);
      }
      for (String each :
          List.of("java.awt.font.TextAttribute", "java.beans.PropertyChangeSupport")) {
        assertThat(loader.loadClass(each).getName()).isEqualTo(each);
      }
    }
  }
}
