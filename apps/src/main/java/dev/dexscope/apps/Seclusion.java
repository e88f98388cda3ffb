package dev.dexscope.apps;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Isolates a process from the network. Linux has network namespaces: in one of its own a process
 * reaches itself and its children, by loopback, and no other host. If the system does not permit
 * one, the JDK's network is disabled instead; then native code and programs that the app starts
 * still have access.
 *
 * <pre>{@code
 * Seclusion seclusion = Seclusion.best();
 * command.addAll(0, seclusion.words());
 * }</pre>
 *
 * @param words precede the command
 * @param options for the Java VM
 */
public record Seclusion(List<String> words, List<String> options) {
  /** No name has an address: what resolves names may be reached by other ways than the network. */
  private static final String NAMES = "-Ddexscope.offline=true";

  /** Loopback is down in a new namespace. */
  private static final String LOOPBACK = "ip link set lo up && exec ";

  /** For users that may create namespaces, such as root. */
  private static final List<String> PRIVILEGED =
      List.of("unshare", "--net", "--", "sh", "-c", LOOPBACK + "\"$@\"", "sh");

  /** In a user namespace, without what its maker may do there. */
  private static final List<String> UNPRIVILEGED =
      List.of(
          "unshare",
          "--user",
          "--map-current-user",
          "--keep-caps",
          "--net",
          "--",
          "sh",
          "-c",
          LOOPBACK + "setpriv --ambient-caps=-all --inh-caps=-all -- \"$@\"",
          "sh");

  private static final int PATIENCE = 5;

  /** The best that this machine has. */
  public static Seclusion best() {
    return ofNamespace().orElseGet(Seclusion::ofJdk);
  }

  /** By a network namespace, where the system grants one. */
  public static Optional<Seclusion> ofNamespace() {
    for (List<String> each : List.of(PRIVILEGED, UNPRIVILEGED)) {
      if (isGranted(each)) {
        return Optional.of(new Seclusion(each, List.of(NAMES)));
      }
    }
    return Optional.empty();
  }

  /** By the JDK; debuggers from outside reach the process, whose connections are native. */
  public static Seclusion ofJdk() {
    return new Seclusion(
        List.of(),
        List.of(
            NAMES,
            "-Djava.nio.channels.spi.SelectorProvider=dev.dexscope.apphost.OfflineChannels",
            "-Djava.nio.channels.spi.AsynchronousChannelProvider="
                + "dev.dexscope.apphost.OfflineAsynchronousChannels"));
  }

  private static boolean isGranted(List<String> words) {
    List<String> command = new ArrayList<>(words);
    command.add("true");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return false; // No such program, as on other systems.
    }
    try {
      return process.waitFor(PATIENCE, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }
}
