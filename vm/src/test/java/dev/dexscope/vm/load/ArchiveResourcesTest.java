package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources of the programs' class loaders, by names of all kinds. */
class ArchiveResourcesTest {
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  private static final String[] NAMES = {
    "plain.txt",
    "a/b/c.txt",
    "a#b",
    "a[1].txt",
    "with space",
    "50%",
    "%41",
    "%zz",
    "q?x=1",
    "a+b",
    "a&b;c=d",
    "{x}|y^z`w\"<>",
    "\\back",
    "a!/b",
    "~!$'()*,-._@",
    "\u00e4\u20ac",
    "tab\t",
    "META-INF/x"
  };

  @TempDir private Path folder;

  private Path archive(String file, String... names) throws IOException {
    Path archive = folder.resolve(file);
    try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String each : names) {
        zip.putNextEntry(new ZipEntry(each));
        zip.write(("content of " + each).getBytes(StandardCharsets.UTF_8));
      }
    }
    return archive;
  }

  private static GuestCode open(Path archive) {
    var vm = new DexPaths("test", ClassTranslator::translating, null);
    return vm.open(archive.toString(), List.of());
  }

  private static String content(URL url) throws IOException {
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jar", "with space.jar", "50%#x.jar"})
  void isFoundAsByTheJdksLoader(String file) throws IOException {
    Path archive = archive(file, NAMES);
    GuestCode code = open(archive);
    try (var jdk = new URLClassLoader(new URL[] {archive.toUri().toURL()}, null)) {
      for (String each : NAMES) {
        List<URL> found = code.resources(each);
        assertThat(found).as(each).hasSize(1);
        assertThat(found.getFirst())
            .hasToString(Objects.requireNonNull(jdk.findResource(each)) + "");
        assertThat(content(found.getFirst())).isEqualTo("content of " + each);
      }
    }
  }

  /** The JDK's loader takes such names for whole URLs. */
  @Test
  void colonsAreOnlyLetters() throws IOException {
    Path archive = archive("a.jar", "x:y", "http://x/y");
    GuestCode code = open(archive);
    for (String each : List.of("x:y", "http://x/y")) {
      URL url = code.resources(each).getFirst();
      assertThat(content(url)).isEqualTo("content of " + each);
      assertThat(url).hasToString("jar:" + archive.toFile().toURI() + "!/" + each);
    }
  }

  /** The JDK's loader would return b's URL for the last. */
  @Test
  void dotsAreOnlyLetters() throws IOException {
    Path archive = archive("a.jar", "b", "./a", "a/../b");
    GuestCode code = open(archive);
    for (String each : List.of("b", "./a", "a/../b")) {
      URL url = code.resources(each).getFirst();
      assertThat(content(url)).isEqualTo("content of " + each);
      assertThat(url).hasToString("jar:" + archive.toFile().toURI() + "!/" + each);
    }
    assertThat(open(archive("b.jar", "b")).resources("a/../b")).isEmpty();
  }

  @Test
  void lettersBeyondSixteenBitsAreFound() throws IOException {
    URL url = open(archive("a.jar", "\ud83d\ude00")).resources("\ud83d\ude00").getFirst();
    assertThat(content(url)).isEqualTo("content of \ud83d\ude00");
    assertThat(url.toString()).endsWith("!/%f0%9f%98%80");
  }

  @Test
  void theArchivesNameMayLookLikeItsEnd() throws IOException {
    Files.createDirectory(folder.resolve("x!"));
    URL url = open(archive("x!/a.jar", "b")).resources("b").getFirst();
    assertThat(content(url)).isEqualTo("content of b");
    assertThat(((JarURLConnection) url.openConnection()).getEntryName()).isEqualTo("b");
  }

  @Test
  void theArchiveIsOpenedOnce() throws IOException {
    Path archive = archive("a.jar", "a", "b");
    GuestCode code = open(archive);
    URL a = code.resources("a").getFirst();
    // As on Android, what was opened stays what it was.
    Files.delete(archive);
    assertThat(content(code.resources("b").getFirst())).isEqualTo("content of b");
    assertThat(content(a)).isEqualTo("content of a");
  }

  @Test
  void connectionsTellOfTheEntry() throws IOException {
    Path archive = archive("a.jar", "a.txt");
    URL url = open(archive).resources("a.txt").getFirst();
    var connection = (JarURLConnection) url.openConnection();
    assertThat(connection.getContentLength()).isEqualTo("content of a.txt".length());
    assertThat(connection.getContentType()).isEqualTo("text/plain");
    assertThat(connection.getJarEntry().getName()).isEqualTo("a.txt");
    assertThat(connection.getLastModified()).isEqualTo(archive.toFile().lastModified());
    var other = (JarURLConnection) url.openConnection();
    other.setUseCaches(false);
    other.getInputStream().close();
    assertThat(other.getJarFile()).isNotSameAs(connection.getJarFile());
    assertThatThrownBy(() -> other.getJarFile().getEntry("a.txt"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(connection.getJarFile().getEntry("a.txt")).isNotNull();
  }
}
