package dev.dexscope.apps;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Isolates a process from the network, and from this machine's lack of a phone's folders. Linux has
 * namespaces: in a network of its own a process reaches itself and its children, by loopback, and
 * no other host. If the system does not permit one, the JDK's network is disabled instead; then
 * native code and programs that the app starts still have access, and there are no folders of a
 * phone.
 *
 * <pre>{@code
 * Seclusion seclusion = Seclusion.best(Network.NONE, folders);
 * command.addAll(0, seclusion.words());
 * }</pre>
 *
 * @param words precede the command
 * @param options for the Java VM
 */
public record Seclusion(List<String> words, List<String> options) {

  /** The others that a process reaches. */
  public enum Network {
    /** The host's. */
    OPEN,
    /** Only itself, while others reach it: debuggers, which native code listens to. */
    REACHED,
    /** Only itself. */
    NONE
  }

  /** No name has an address: what resolves names may be reached by other ways than the network. */
  private static final String NAMES = "-Ddexscope.offline=true";

  /** Loopback is down in a new namespace. */
  private static final List<String> LOOPBACK =
      List.of("sh", "-c", "ip link set lo up && exec \"$@\"", "sh");

  private static final List<String> OF_JDK =
      List.of(
          NAMES,
          "-Djava.nio.channels.spi.SelectorProvider=dev.dexscope.apphost.OfflineChannels",
          "-Djava.nio.channels.spi.AsynchronousChannelProvider="
              + "dev.dexscope.apphost.OfflineAsynchronousChannels");

  /** For users that may create namespaces, such as root. */
  private static final List<String> PRIVILEGED = List.of("unshare");

  /** In a user namespace. */
  private static final List<String> UNPRIVILEGED =
      List.of("unshare", "--user", "--map-current-user", "--keep-caps");

  /** Without what the maker of a user namespace may do there. */
  private static final List<String> PLAIN =
      List.of("setpriv", "--ambient-caps=-all", "--inh-caps=-all", "--");

  private static final int PATIENCE = 5;

  /**
   * The best that this machine has.
   *
   * @param folders of a phone; without words for this machine's alone
   */
  static Seclusion best(Network network, PhoneFolders folders) {
    return ofNamespaces(network, folders.words())
        .orElseGet(() -> network == Network.OPEN ? new Seclusion(List.of(), List.of()) : ofJdk());
  }

  /** By a network namespace, where the system grants one. */
  public static Optional<Seclusion> ofNamespace() {
    return ofNamespaces(Network.NONE, List.of());
  }

  /** By the JDK; debuggers from outside reach the process, whose connections are native. */
  public static Seclusion ofJdk() {
    return new Seclusion(List.of(), OF_JDK);
  }

  private static Optional<Seclusion> ofNamespaces(Network network, List<String> folders) {
    List<String> kinds = new ArrayList<>();
    List<String> inside = new ArrayList<>();
    if (network == Network.NONE) {
      kinds.add("--net");
      inside.addAll(LOOPBACK);
    }
    if (!folders.isEmpty()) {
      kinds.add("--mount");
      inside.addAll(folders);
    }
    List<String> options =
        switch (network) {
          case OPEN -> List.of();
          case REACHED -> OF_JDK;
          case NONE -> List.of(NAMES);
        };
    if (kinds.isEmpty()) {
      return Optional.of(new Seclusion(List.of(), options));
    }
    kinds.add("--");
    for (List<String> each : List.of(PRIVILEGED, UNPRIVILEGED)) {
      List<String> words = new ArrayList<>(each);
      words.addAll(kinds);
      if (isGranted(words)) {
        words.addAll(inside);
        words.addAll(each.equals(UNPRIVILEGED) ? PLAIN : List.of());
        return Optional.of(new Seclusion(words, options));
      }
    }
    return Optional.empty();
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
