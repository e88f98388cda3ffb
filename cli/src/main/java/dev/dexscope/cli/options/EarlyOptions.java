package dev.dexscope.cli.options;

import static dev.dexscope.cli.options.EarlyOption.flag;
import static dev.dexscope.cli.options.EarlyOption.repeated;
import static dev.dexscope.cli.options.EarlyOption.single;
import static dev.dexscope.cli.options.EarlyOption.words;

import java.util.List;

/**
 * The table of the options that are read before picocli is there. What the launcher needs of it is
 * in {@code scripts/options.sh}, which {@code scripts/options} makes.
 */
public final class EarlyOptions {
  /** The commands that have such options. */
  public static final List<String> COMMANDS = List.of("profile", "report", "run");

  private EarlyOptions() {}

  /** Those of a command. */
  public static List<EarlyOption> of(String command) {
    return switch (command) {
      case "profile" -> List.of(engine());
      case "report" -> report();
      case "run" -> run();
      default -> List.of();
    };
  }

  /** A call takes several times the stack there; Android's threads have 1 MB, as HotSpot's have. */
  private static EarlyOption engine() {
    return single("--engine").startsFor("interpreted", "-Xss8m");
  }

  private static List<EarlyOption> report() {
    return List.of(
        single("--by").quick(),
        single("--clock").quick(),
        single("--top").quick(),
        single("--sort").quick(),
        repeated("--thread").quick(),
        repeated("--include").quick(),
        repeated("--exclude").quick(),
        flag("--raw").quick(),
        flag("--wide").quick(),
        flag("--json").quick());
  }

  private static List<EarlyOption> run() {
    return List.of(
        repeated("-cp", "--class-path").quick(),
        repeated("--with").quick(),
        engine().quick(),
        flag("--jit").quick(),
        flag("--no-jit").quick(),
        words("--art-option").quick(),
        repeated("-D").quick(),
        repeated("-X").quick().calls("want_java_option"),
        single("--jfr").calls("want_recording"),
        // Without this the samples of small methods are those of their callers; --jfr has it too.
        single("--sample").starts("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"),
        repeated("--javaagent").quick().calls("want_java_agents"),
        repeated("--agent").quick().calls("want_agents"),
        repeated("--agentpath").quick().calls("want_agents"),
        repeated("--agentlib").quick().calls("want_agents"),
        flag("--agents-later").quick().calls("want_later_agents"),
        flag("--platform-calls").quick().starts("-Ddexscope.agents.platform=true"),
        flag("--dex-load-hook").quick().starts("-Ddexscope.agents.dex=true"),
        // What HotSpot reports of native code goes to standard error; it is hidden else.
        flag("--check-agents")
            .quick()
            .starts(
                "-Xcheck:jni",
                "-XX:+DisplayVMOutput",
                "-XX:+DisplayVMOutputToStderr",
                "-Ddexscope.agents.check=true"));
  }
}
