package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.Peers;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Alfred at a free port and at an abstract socket, as clients meet him. */
@Timeout(60)
class AlfredTest {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  @TempDir private Path folder;
  private PortDoor port = free();
  private SocketDoor socket = socket();
  private Session session =
      new Session(new TauConf(), new WallClock(), Path.of("").toFile(), 0, new Places("", 0));
  private ThreadRecorder recorder = session.register();

  private static final class Client implements Closeable {
    private final Closeable socket;
    private final OutputStream commands;
    private final BufferedReader answers;

    private Client(Closeable socket, OutputStream commands, InputStream answers) {
      this.socket = socket;
      this.commands = commands;
      this.answers = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
    }

    static Client at(PortDoor door) throws Exception {
      Socket socket = connect(door);
      return new Client(socket, socket.getOutputStream(), socket.getInputStream());
    }

    static Client at(SocketDoor door) throws Exception {
      UnixSocket socket = UnixSocket.connect(name(door));
      return new Client(socket, socket.output(), socket.input());
    }

    String ask(String command) throws Exception {
      commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
      return answer();
    }

    /** Empty at the end. */
    String answer() throws Exception {
      return Objects.requireNonNullElse(answers.readLine(), "");
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @BeforeEach
  void serve() {
    session = new Session(new TauConf(), new WallClock(), folder.toFile(), 0, new Places("", 0));
    recorder = session.register();
    serve(PATIENCE);
  }

  private void serve(long patience) {
    new Alfred(List.of(port, socket), patience).serve(session);
  }

  @AfterEach
  void dismiss() throws Exception {
    port.close();
    socket.close();
  }

  /** At both doors. */
  private List<Client> clients() throws Exception {
    return List.of(Client.at(port), Client.at(socket));
  }

  @Test
  void dumpWritesTheProfiles() throws Exception {
    recorder.enter(0);
    recorder.exit();
    try (var guest = Client.at(port)) {
      assertThat(guest.ask("DUMP")).isEqualTo("OK 1 profiles in " + folder.toAbsolutePath());
      assertThat(folder.resolve("profile.0.0.0")).content().contains("\"p.Main.main([L");
    }
  }

  @Test
  void stopStartAndResetDoWhatTheySay() throws Exception {
    try (var guest = Client.at(port)) {
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
  void badInputIsAnsweredAndDropped() throws Exception {
    for (String bad : new String[] {"GET / HTTP/1.1", "", "x".repeat(1000), "DUMP 7", "\0"}) {
      for (Client client : clients()) {
        try (client) {
          assertThat(client.ask(bad)).startsWith("ERROR unknown");
          assertThat(client.answer()).isEmpty();
        }
      }
    }
    for (Client client : clients()) {
      try (client) {
        assertThat(client.ask("PING")).isEqualTo("OK");
      }
    }
  }

  @Test
  void aGuestWhoSaysNothingIsDisconnected() throws Exception {
    dismiss();
    port = free();
    socket = socket();
    serve(TimeUnit.MILLISECONDS.toNanos(1));
    for (Client client : clients()) {
      try (client) {
        assertThat(client.answer()).isEmpty();
      }
    }
  }

  @Test
  void aGuestWhoAsksForeverIsDisconnected() throws Exception {
    for (Client client : clients()) {
      try (client) {
        int answers = 0;
        client.commands.write("PING\n".repeat(150).getBytes(StandardCharsets.UTF_8));
        while (client.answer().equals("OK")) {
          answers++;
        }
        assertThat(answers).isEqualTo(100);
      }
    }
  }

  @Test
  void aGuestAtOneDoorDoesNotKeepTheOtherShut() throws Exception {
    try (var silent = Client.at(port);
        var guest = Client.at(socket)) {
      assertThat(guest.ask("PING")).isEqualTo("OK");
      assertThat(silent.ask("PING")).isEqualTo("OK");
    }
  }

  @Test
  void aUsedPortMakesHimTakeOneOfTheNext() throws Exception {
    try (var second = Objects.requireNonNull(PortDoor.find(port.port()))) {
      assertThat(second.port()).isGreaterThan(port.port());
      assertThat(second.place()).isPositive();
    }
  }

  @Test
  void aUsedNameMakesHimTakeOneOfTheNext() throws Exception {
    try (var second = Objects.requireNonNull(SocketDoor.find(name(socket)))) {
      assertThat(second.place()).isEqualTo(1);
      assertThat(name(second)).isEqualTo(name(socket) + ".1");
      try (var guest = Client.at(socket)) {
        assertThat(guest.ask("PING")).isEqualTo("OK");
      }
    }
  }

  @Test
  @NeedsPeer(Peer.SETPRIV)
  void otherUsersMayNotCommand() throws Exception {
    Peers.requireMachine(
        System.getProperty("user.name").equals("root"), "only root can be somebody else");
    Peers.requireMachine(
        stranger("65534", "hello").equals("hello"),
        "other users may not read this checkout or its JDK");
    for (String user : List.of("65534", "2000")) {
      String answer = user.equals("2000") ? "OK" : "ERROR you may not";
      assertThat(stranger(user, "port", "" + port.port())).isEqualTo(answer);
      assertThat(stranger(user, "socket", name(socket))).isEqualTo(answer);
    }
  }

  /** Linux reports root as the owner of a socket that its process has closed. */
  @Test
  void whoHasClosedBeforeHeWasLetInIsNobody() throws Exception {
    try (var door = free()) {
      connect(door).close();
      assertThat(userAt(door)).isEqualTo(Proc.NOBODY);
      try (var client = connect(door)) {
        // Closing is then a reset, after which no table has a line of the connection.
        client.setSoLinger(true, 0);
      }
      assertThat(userAt(door)).isEqualTo(Proc.NOBODY);
      // Java's sockets are of IPv6, the shell's of IPv4.
      assertThat(shell("exec 3<>/dev/tcp/127.0.0.1/" + door.port() + "; exec 3>&-")).isZero();
      assertThat(userAt(door)).isEqualTo(Proc.NOBODY);
    }
  }

  @Test
  void whoHasOnlySaidAllThatHeWantsIsKnown() throws Exception {
    try (var door = free();
        var client = connect(door)) {
      client.shutdownOutput();
      assertThat(userAt(door)).isEqualTo(Proc.user());
      assertThat(shell("exec 3<>/dev/tcp/127.0.0.1/" + door.port() + "; exec cat <&3 &")).isZero();
      assertThat(userAt(door)).isEqualTo(Proc.user());
    }
  }

  @Test
  void anExceptionAtADoorDoesNotKeepItShut() throws Exception {
    var door = new StickingDoor(free());
    new Alfred(List.of(door), PATIENCE).serve(session);
    try (var socket = connect(door.door);
        var client = new Client(socket, socket.getOutputStream(), socket.getInputStream())) {
      assertThat(client.ask("PING")).isEqualTo("OK");
    } finally {
      door.close();
    }
    assertThat(door.tries.get()).isGreaterThan(1);
  }

  /** A door that fails first. */
  private record StickingDoor(PortDoor door, AtomicInteger tries) implements Door {
    StickingDoor(PortDoor door) {
      this(door, new AtomicInteger());
    }

    @Override
    public Guest open() throws IOException {
      if (tries.getAndIncrement() == 0) {
        throw new IllegalStateException("it sticks");
      }
      return door.open();
    }

    @Override
    public void limit(Guest guest, int millis) throws IOException {
      door.limit(guest, millis);
    }

    @Override
    public boolean isClosed() {
      return door.isClosed();
    }

    @Override
    public int place() {
      return door.place();
    }

    @Override
    public void close() throws IOException {
      door.close();
    }
  }

  private static Socket connect(PortDoor door) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), door.port());
    socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE));
    return socket;
  }

  /** Returns the user as which the next connection at the door is accepted. */
  private static int userAt(PortDoor door) throws IOException {
    try (Guest guest = door.open()) {
      return guest.user;
    }
  }

  private static int shell(String script) throws Exception {
    return new ProcessBuilder("bash", "-c", script).inheritIO().start().waitFor();
  }

  private static String stranger(String user, String... where) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(Peer.SETPRIV.path().toString(), "--reuid=" + user, "--clear-groups"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Stranger.class.getName());
    command.addAll(List.of(where));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.strip();
  }

  @Test
  void whatCannotBeWrittenIsSaid() throws Exception {
    session =
        new Session(
            new TauConf(), new WallClock(), folder.resolve("file").toFile(), 0, new Places("", 0));
    session.register();
    Files.createFile(folder.resolve("file"));
    dismiss();
    port = free();
    socket = socket();
    serve(PATIENCE);
    try (var guest = Client.at(port)) {
      assertThat(guest.ask("DUMP")).startsWith("ERROR cannot make ");
    }
  }

  private static String name(SocketDoor door) {
    return door.toString().substring("socket ".length());
  }

  /** At a name of our own. */
  private static SocketDoor socket() {
    return Objects.requireNonNull(SocketDoor.find("alfred.test." + UUID.randomUUID()));
  }

  /** At a port that was free a moment ago, or one of the next. */
  private static PortDoor free() {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(PortDoor.find(port));
  }
}
