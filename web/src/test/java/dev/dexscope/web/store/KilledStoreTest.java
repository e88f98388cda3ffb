package dev.dexscope.web.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.files.Sha256;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that takes uploads is killed at any moment: what it has acknowledged is there, whole;
 * what it has not is there whole or not at all. {@code -Ddexscope.kills=200} kills more of them.
 */
@Timeout(600)
class KilledStoreTest {
  private static final int KILLS = Integer.getInteger("dexscope.kills", 4);
  private static final String TRACE = "main;app.Main.run 5\n".repeat(5000);

  /** Its last line may have been cut off. */
  private static final Pattern WHOLE = Pattern.compile("(added|deleting|deleted) [0-9a-f]{32}");

  @TempDir Path folder;

  /** Adds traces until it is killed, in several threads; prints those that it has added. */
  static final class Uploads {
    private Uploads() {}

    public static void main(String[] args) throws IOException {
      TraceStore store = TraceStore.open(Path.of(args[0]), StoreLimits.USUAL);
      for (int i = 0; i < 3; i++) {
        String name = args[1] + "-" + i;
        Thread.ofPlatform().start(() -> addForEver(store, name));
      }
    }

    private static void addForEver(TraceStore store, String name) {
      for (int i = 0; true; i++) {
        byte[] bytes =
            (TRACE + "main;app.Main.n" + i + " " + i + "\n").getBytes(StandardCharsets.UTF_8);
        try {
          Receipt receipt = store.add(name + i, new ByteArrayInputStream(bytes));
          System.out.println("added " + receipt.entry().id());
          if (i % 3 == 0) {
            System.out.println("deleting " + receipt.entry().id());
            store.delete(receipt.entry().id(), receipt.token());
            System.out.println("deleted " + receipt.entry().id());
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  @Test
  void nothingHalfIsEverVisible() throws Exception {
    var random = new Random(1);
    List<String> told = new ArrayList<>();
    for (int round = 0; round < KILLS; round++) {
      told.addAll(runAndKill(round, random.nextInt(40), random.nextInt(30_000_000)));

      try (TraceStore store = TraceStore.open(folder, StoreLimits.USUAL)) {
        check(store, told);
      }
    }
    assertThat(told).isNotEmpty();
  }

  private List<String> runAndKill(int round, int lines, long nanos) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Uploads.class.getName(),
                folder.toString(),
                "r" + round)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> told = new ArrayList<>();
    try (BufferedReader out = process.inputReader()) {
      for (int i = 0; i <= lines; i++) {
        String line = out.readLine();
        assertThat(line).as("the process has ended by itself").isNotNull();
        told.add(line);
      }
      TimeUnit.NANOSECONDS.sleep(nanos);
      // Not the process's own method, which closes what it has written.
      process.toHandle().destroyForcibly();
      process.waitFor();
      out.lines().filter(WHOLE.asMatchPredicate()).forEach(told::add);
    } finally {
      process.destroyForcibly();
    }
    return told;
  }

  private void check(TraceStore store, List<String> told) throws IOException {
    assertThat(store.lost()).isZero();
    for (String line : told) {
      String id = line.substring(line.indexOf(' ') + 1);
      if (line.startsWith("deleted ")) {
        assertThat(store.file(id)).as(line).isEmpty();
      } else if (line.startsWith("added ") && !told.contains("deleting " + id)) {
        assertThat(store.file(id)).as(line).isPresent();
      }
    }
    List<String> digests = new ArrayList<>();
    for (StoreEntry entry : store.entries()) {
      Path file = store.file(entry.id()).orElseThrow();
      assertThat(Sha256.of(file)).isEqualTo(entry.sha256());
      digests.add(entry.sha256());
    }
    try (Stream<Path> kept = Files.list(folder.resolve("traces"));
        Stream<Path> parts = Files.list(folder.resolve("parts"))) {
      assertThat(kept.map(f -> f.getFileName().toString())).hasSameElementsAs(digests);
      assertThat(parts).isEmpty();
    }
  }
}
