package dev.dexscope.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.Version;
import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class D8PlacesTest {
  @TempDir private Path folder;

  private D8Places places(Map<String, String> environment) {
    return new D8Places(environment, folder.resolve("cache"), folder.resolve("home"));
  }

  private static Path jarOfTests() throws Exception {
    return Path.of(Version.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }

  @Test
  void theFirstPlaceCounts() throws Exception {
    assertThat(places(Map.of()).find()).isEmpty();

    Path old = file("sdk/build-tools/9.0.0/lib/d8.jar");
    Map<String, String> sdk = Map.of("ANDROID_HOME", folder.resolve("sdk").toString());
    assertThat(places(sdk).find()).map(D8::jar).contains(old);
    Path newer = file("sdk/build-tools/34.0.0/lib/d8.jar");
    file("sdk/build-tools/35.0.0/lib/other.jar");
    assertThat(places(sdk).find()).map(D8::jar).contains(newer);
    assertThat(places(sdk).find()).map(D8::release).contains(17);

    Path built = folder.resolve("home/.m2/repository/com/android/tools/r8/9.5.28/r8-9.5.28.jar");
    Files.createDirectories(built.getParent());
    Files.writeString(built, "damaged");
    assertThat(places(sdk).find()).map(D8::jar).contains(newer);
    Files.delete(built);
    Files.copy(jarOfTests(), built);
    assertThat(places(sdk).find()).map(D8::jar).contains(built);

    Path installed = D8Install.install(null, places(sdk));
    assertThat(installed).hasSameBinaryContentAs(built).startsWith(folder.resolve("cache"));
    assertThat(places(sdk).find()).contains(new D8(installed, "installed by dexscope", true));

    Path own = file("own.jar");
    assertThat(places(Map.of(D8.VARIABLE, own.toString())).find()).map(D8::jar).contains(own);
    assertThatThrownBy(() -> places(Map.of(D8.VARIABLE, "/no/such.jar")).find())
        .isInstanceOf(MissingToolException.class);
  }
}
