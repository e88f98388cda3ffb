package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.AgentOption;
import dev.dexscope.compile.DexOptions;
import dev.dexscope.observe.trace.TraceRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunArgumentsTest {
  @Test
  void plainWordsAreReadWithoutPicocli() {
    List<String> words =
        List.of(
            "-Dlevel=3",
            "--agentpath",
            "./lib.so=a=1,b",
            "--agent",
            "Waiters.java",
            "--agentpath=./lib.so=a=1,b",
            "--agentlib=other=",
            "--javaagent=count.jar",
            "--platform-calls",
            "--javaagent",
            "cover.jar=x",
            "-cp",
            "a.jar:b.dex",
            "--class-path=c.jar",
            "--with",
            "a.group:lib:1",
            "--engine=Interpreted",
            "Main",
            "--agentlib",
            "x");

    assertThat(RunArguments.read(words.toArray(String[]::new)))
        .usingRecursiveComparison()
        .isEqualTo(
            new RunArguments(
                List.of(Path.of("a.jar"), Path.of("b.dex"), Path.of("c.jar")),
                List.of("a.group:lib:1"),
                DexOptions.LEVEL,
                ProgramEngine.INTERPRETED,
                new ArtOptions(true, List.of(), 0, null),
                Map.of("level", "3"),
                null,
                TraceRequest.EVERYTHING,
                List.of(
                    AgentOption.path("./lib.so=a=1,b"),
                    AgentOption.java("Waiters.java"),
                    AgentOption.name("other="),
                    AgentOption.instrument("count.jar"),
                    AgentOption.instrument("cover.jar=x")),
                false,
                PlatformOption.none(),
                List.of("Main", "--agentlib", "x"),
                Stream.concat(Stream.of("run"), words.stream()).toList()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--agentpath",
        "--agentpath --help",
        "--agentpath= Main",
        "--javaagent= Main",
        "--nonsense Main",
        "--trace out.trace Main",
        "app.apk",
        "--engine interpreted --engine interpreted Main",
        "-- Main",
        "-cp a.jar"
      })
  void othersAreLeftToIt(String words) {
    assertThat(RunArguments.read(words.split(" "))).isNull();
  }

  /** Debuggers and other agents show the variables of programs. */
  @Test
  void programsOfAgentsHaveAllDebugInfo() {
    assertThat(dexing("Hello.java")).isEqualTo(DexOptions.Dexing.QUICK);
    assertThat(dexing("--agentlib", "jdwp", "Hello.java")).isEqualTo(DexOptions.Dexing.DEBUG);
    System.setProperty("dexscope.agents.later", "true"); // As the launcher does it.
    try {
      assertThat(dexing("--agents-later", "Hello.java")).isEqualTo(DexOptions.Dexing.DEBUG);
    } finally {
      System.clearProperty("dexscope.agents.later");
    }
  }

  private static DexOptions.Dexing dexing(String... words) {
    return Objects.requireNonNull(RunArguments.read(words)).dexing();
  }
}
