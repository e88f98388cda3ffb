package dev.dexscope.testkit;

import java.nio.file.Path;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * The one way in which a test says what it needs.
 *
 * <p>
 *
 * {@snippet :
 * @Test
 * @NeedsPeer(Peer.DMTRACEDUMP)
 * void dmtracedumpReadsIt() {
 *   run(Peer.DMTRACEDUMP.path(), file);
 * }
 * }
 *
 * <p>Where the peer is absent the test is skipped, and {@code ./verify} says at its end what was
 * skipped and how to get it. With {@code DEXSCOPE_PEERS=all} in the environment, as continuous
 * integration has it, the test fails instead.
 */
public final class Peers {
  /** Filled by {@code scripts/peers}. Tests run in their module's folder. */
  static final Path FOLDER = Path.of("../bench/peers");

  static final String ANDROID_ALL_JAR = "android-all-14-robolectric-10818077.jar";

  static final String DUCKDB_JAR = "duckdb_jdbc-2.0.0.1.jar";

  private Peers() {}

  /**
   * Skips the test unless the machine has all of them: the first statement of a test whose needs
   * depend on its parameters. Properties say it by {@link NeedsPeer}, because one that ends early
   * is a rejected try for them.
   */
  public static void require(Peer... peers) {
    require(allAreRequired(), peers);
  }

  static void require(boolean all, Peer... peers) {
    for (Peer peer : peers) {
      if (!peer.isPresent()) {
        lack(all, peer.absence());
      }
    }
  }

  /** Skips the test where the machine is not as it has to be, for a reason that no peer is. */
  public static void requireMachine(boolean suitable, String reason) {
    if (!suitable) {
      lack(allAreRequired(), reason);
    }
  }

  private static void lack(boolean all, String reason) {
    if (all) {
      throw new AssertionFailedError("DEXSCOPE_PEERS=all: " + reason);
    }
    throw new TestAbortedException(reason);
  }

  private static boolean allAreRequired() {
    return "all".equals(System.getenv("DEXSCOPE_PEERS"));
  }
}
