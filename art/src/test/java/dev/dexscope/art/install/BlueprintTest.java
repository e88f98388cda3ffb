package dev.dexscope.art.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlueprintTest {
  @TempDir Path folder;

  @Test
  void aModulesSourcesAreThoseOfItsProcessors() throws IOException {
    Path file = folder.resolve("Android.bp");
    Files.writeString(
        file,
        """
        cc_defaults {
            name: "one",
            srcs: [
                "a.cc", // "not.cc",
                ":another_module",
                "below/b.cc",
            ],
            codegen: {
                arm: {
                    srcs: ["arm.cc"],
                },
                x86: {
                    srcs: ["x86.cc"],
                },
            },
            shared_libs: ["c.cc"],
        }

        filegroup {
            name: "two",
            srcs: ["D.java"],
        }
        """);
    Blueprint blueprint = Blueprint.of(file);
    assertThat(blueprint.modules()).containsExactly("one", "two");
    assertThat(blueprint.sources("one", "codegen", "x86"))
        .containsExactly(
            folder.resolve("a.cc"), folder.resolve("below/b.cc"), folder.resolve("x86.cc"));
    assertThat(blueprint.sources("two")).containsExactly(folder.resolve("D.java"));
    assertThat(blueprint.sources("three")).isEmpty();
  }
}
