package dev.dexscope.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Alfred at a free port, as a client meets him. */
@Timeout(60)
class AlfredTest {
  @TempDir private Path folder;
  private Alfred alfred = free(TimeUnit.SECONDS.toNanos(30));
  private Session session = new Session(new TauConf(), new WallClock(), Path.of("").toFile(), 0);
  private ThreadRecorder recorder = session.register();

  private static final class Guest implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader answers;

    Guest(Alfred alfred) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), alfred.port());
      answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    String ask(String command) throws IOException {
      socket.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
      return answer();
    }

    /** Empty at the end. */
    String answer() throws IOException {
      return Objects.requireNonNullElse(answers.readLine(), "");
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @BeforeEach
  void serve() {
    session = new Session(new TauConf(), new WallClock(), folder.toFile(), 0);
    recorder = session.register();
    alfred.serve(session);
  }

  @AfterEach
  void dismiss() throws IOException {
    alfred.close();
  }

  @Test
  void dumpWritesTheProfiles() throws IOException {
    recorder.enter(0);
    recorder.exit();
    try (var guest = new Guest(alfred)) {
      assertThat(guest.ask("DUMP")).isEqualTo("OK 1 profiles in " + folder.toAbsolutePath());
      assertThat(folder.resolve("profile.0.0.0")).content().contains("\"p.Main.main([L");
    }
  }

  @Test
  void stopStartAndResetDoWhatTheySay() throws IOException {
    try (var guest = new Guest(alfred)) {
      assertThat(guest.ask("PING")).isEqualTo("OK");
      assertThat(guest.ask("stop")).isEqualTo("OK");
      assertThat(guest.ask("STATUS")).startsWith("OK stopped, threads 1, node 0, files in ");
      recorder.enter(0);
      recorder.exit();
      assertThat(guest.ask("START")).isEqualTo("OK");
      recorder.enter(1);
      recorder.exit();
      guest.ask("DUMP");
      assertThat(folder.resolve("profile.0.0.0"))
          .content()
          .contains("p.Main.fib")
          .doesNotContain("p.Main.main");
      assertThat(guest.ask("RESET")).isEqualTo("OK");
      guest.ask("DUMP");
      assertThat(folder.resolve("profile.0.0.0")).content().doesNotContain("fib");
    }
  }

  @Test
  void badInputIsAnsweredAndDropped() throws IOException {
    for (String bad : new String[] {"GET / HTTP/1.1", "", "x".repeat(1000), "DUMP 7"}) {
      try (var guest = new Guest(alfred)) {
        assertThat(guest.ask(bad)).startsWith("ERROR unknown");
      }
    }
    try (var guest = new Guest(alfred)) {
      assertThat(guest.ask("PING")).isEqualTo("OK");
    }
  }

  @Test
  void aGuestWhoSaysNothingIsSentAway() throws IOException {
    alfred.close();
    alfred = free(1);
    alfred.serve(session);
    try (var guest = new Guest(alfred)) {
      assertThat(guest.answer()).isEmpty();
    }
  }

  @Test
  void aGuestWhoAsksForeverIsSentAway() throws IOException {
    try (var guest = new Guest(alfred)) {
      int answers = 0;
      String commands = "PING\n".repeat(150);
      guest.socket.getOutputStream().write(commands.getBytes(StandardCharsets.UTF_8));
      while (guest.answer().equals("OK")) {
        answers++;
      }
      assertThat(answers).isEqualTo(100);
    }
  }

  @Test
  void aUsedPortMakesHimTakeOneOfTheNext() throws IOException {
    Alfred second = Objects.requireNonNull(Alfred.open(alfred.port()));
    assertThat(second.port()).isGreaterThan(alfred.port());
    assertThat(second.place()).isPositive();
    second.close();
  }

  @Test
  void whatCannotBeWrittenIsSaid() throws IOException {
    session = new Session(new TauConf(), new WallClock(), folder.resolve("file").toFile(), 0);
    session.register();
    Files.createFile(folder.resolve("file"));
    alfred.close();
    alfred = free(TimeUnit.SECONDS.toNanos(30));
    alfred.serve(session);
    try (var guest = new Guest(alfred)) {
      assertThat(guest.ask("DUMP")).startsWith("ERROR cannot make the folder ");
    }
  }

  /** At a port that was free a moment ago, or one of the next. */
  private static Alfred free(long patience) {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(Alfred.open(port, patience));
  }
}
