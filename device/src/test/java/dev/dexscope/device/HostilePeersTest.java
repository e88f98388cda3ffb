package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbKey;
import dev.dexscope.wire.adb.AdbStream;
import dev.dexscope.wire.adb.AdbTransport;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpError;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer that violates the protocols is dropped alone: a monitor beside it continues. */
@FullTier("sends all commands that there are")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostilePeersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String HANDSHAKE = "JDWP-Handshake";

  /** As many as a VM takes at a time. */
  private static final int MOST_MONITORS = 64;

  private static final String PROGRAM =
      """
      public class Idle {
        public static void main(String[] words) throws Exception {
          System.out.println("ready");
          Thread.sleep(1_000_000);
        }
      }
      """;

  @TempDir static Path folder;
  private static AdbKey key;
  private static VirtualDevice device;
  private static AdbTransport adb;
  private static String vm;
  private static JdwpClient monitor;

  @BeforeAll
  static void start() throws IOException, CompilationFailedException {
    key = AdbKey.generate("test@here");
    Path place = Files.createDirectories(folder.resolve("device"));
    new DeviceKeys(place).add(key.publicKey());
    device = VirtualDevice.start(place, 0, _ -> false);
    adb = connectAdb();
    Path jar = TestPackages.jar(folder, "Idle", PROGRAM);
    Files.copy(jar, place.resolve("root/data/local/tmp/idle.jar"));
    Link shell =
        adb.open("exec:CLASSPATH=/data/local/tmp/idle.jar app_process --nice-name=idle / Idle")
            .link();
    var lines = new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).isEqualTo("ready");
    vm = "jdwp:" + said("exec:pidof idle").strip();
    monitor = connect();
  }

  @AfterAll
  static void stop() throws IOException {
    monitor.close();
    adb.close();
    device.close();
  }

  private static Socket socket() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), device.port());
  }

  private static AdbTransport connectAdb() throws IOException {
    return AdbTransport.connect(
        Link.of(socket()), new AdbBanner("host", Map.of(), Set.of()), List.of(key), PATIENCE);
  }

  private static JdwpClient connect() throws IOException {
    return JdwpClient.connect(adb.open(vm).link(), JdwpConnection.Limits.DEFAULT, _ -> {});
  }

  private static String said(String service) throws IOException {
    try (AdbStream stream = adb.open(service)) {
      return new String(stream.link().in().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @AfterEach
  void theMonitorGoesOn() throws IOException {
    assertThat(answer(new AppChunk.Greeting(1).toRaw().toPacket())).isEqualTo(ChunkType.of("HELO"));
  }

  /** The type of the chunk that answers a packet of DDM; 0 for an empty answer. */
  private static int answer(byte[] chunks) throws IOException {
    byte[] data =
        monitor.ask(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, chunks, PATIENCE).data();
    return data.length == 0 ? 0 : RawChunk.readAll("answer", data).getFirst().type();
  }

  /** HotSpot's JDWP, which the first question loads, would end the process by most of them. */
  @Test
  void allThatIsNoCommandIsNotImplemented() throws Exception {
    try (JdwpClient debugger = connect()) {
      debugger.ask(JdwpCommand.named("VirtualMachine.Version"), Fields.NONE, PATIENCE);
      for (int set = 0; set < 256; set++) {
        List<CompletableFuture<JdwpPacket.Reply>> replies = new ArrayList<>();
        for (int command = 0; command < 256; command++) {
          boolean isDdm = set == JdwpCommand.DDM_SET && command == JdwpCommand.DDM_COMMAND;
          boolean isSentByVms = set == JdwpCommand.EVENT_SET;
          if (!isDdm && (isSentByVms || JdwpCommand.of(set, command).isEmpty())) {
            replies.add(debugger.begin(set, command, new byte[0]));
          }
        }
        for (CompletableFuture<JdwpPacket.Reply> each : replies) {
          assertThat(each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).error())
              .as("set " + set)
              .isEqualTo(JdwpError.NOT_IMPLEMENTED);
        }
      }
      debugger.ask(JdwpCommand.named("VirtualMachine.Version"), Fields.NONE, PATIENCE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "jdwp-handshake",
        "JDWP-Handshaky",
        "\0\0\0\13\0\0\0\1\0\1\1"
      })
  void whoDoesNotShakeHandsIsDropped(String greeting) throws IOException {
    try (AdbStream stream = adb.open(vm)) {
      stream.link().write(greeting.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(stream.link().in().readAllBytes()).isEmpty();
    }
  }

  /** Lengths: too short for a head, negative, longer than memory, of the other byte order. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000",
        "00000005",
        "ffffffff",
        "80000000",
        "30000000",
        "7fffffff",
        "0b000000"
      })
  void whoSendsWhatIsNoPacketIsDropped(String length) throws IOException {
    try (AdbStream stream = adb.open(vm)) {
      stream.link().write(HANDSHAKE.getBytes(StandardCharsets.US_ASCII));
      assertThat(stream.link().read(HANDSHAKE.length())).hasSize(HANDSHAKE.length());
      stream.link().write(HexFormat.of().parseHex(length + "0000000100c701"));
      assertThat(stream.link().in().readAllBytes()).isEmpty();
    }
  }

  /** In the log, with the reason; the VM of a process and adbd report it alike. */
  @Test
  void whoIsDroppedIsToldOf() throws IOException {
    assertThat(
            told(() -> {
              try (AdbStream stream = adb.open(vm)) {
                stream.link().write("JDWP-Handsome".getBytes(StandardCharsets.US_ASCII));
                return "no JDWP handshake";
              }
            }))
        .contains("W/jdwp")
        .containsPattern("debugger \\d+");
    assertThat(
            told(() -> {
              try (Socket socket = socket()) {
                socket.getOutputStream().write(head("CNXN", 0, 0));
                return ":" + socket.getLocalPort();
              }
            }))
        .contains("W/adbd", "magic number");
    String nowhere = "tcp:" + freePort();
    assertThat(
            told(() -> {
              assertThatThrownBy(() -> adb.open(nowhere))
                  .hasMessageContaining("refused the service");
              return nowhere;
            }))
        .contains("W/adbd", "stream dropped", "refused");
  }

  /** Returns the text that the log must contain. */
  private interface Visit {
    String make() throws IOException;
  }

  /**
   * Returns the log's message about a visit. The log may omit it if there were too many others in
   * the same second: then the visit is repeated.
   */
  private static String told(Visit visit) throws IOException {
    List<String> expected = new ArrayList<>();
    while (true) {
      expected.add(visit.make());
      Optional<String> line =
          said("exec:logcat -d -v brief -s jdwp adbd")
              .lines()
              .filter(each -> expected.stream().anyMatch(each::contains))
              .findFirst();
      if (line.isPresent()) {
        return line.get();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** Heads that are cut, lengths that are not those of the data, arguments that are missing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "48",
        "48454c4f",
        "48454c4f00000004",
        "48454c4fffffffff",
        "48454c4f7fffffff00000001",
        "48454c4f00000000",
        "5448454e00000000",
        "53544b4c000000020001",
        "484449460000000163",
        "4d5052530000000c00000000000000007fffffff",
        "48504455000000047fffffff"
      })
  void aChunkThatIsNoneIsAnsweredByFail(String chunk) throws IOException {
    boolean isKnown = !chunk.startsWith("48444946");
    assertThat(answer(HexFormat.of().parseHex(chunk)))
        .isEqualTo(isKnown ? ChunkType.of("FAIL") : 0);
  }

  /** Thousands of empty chunks would be answered by megabytes each. */
  @Test
  void whoAsksForTooMuchAtOnceGetsAPartAndAFailure() throws IOException {
    RawChunk states = new RawChunk(ChunkType.of("THST"), new byte[0]);
    byte[] asked = RawChunk.writeAll(Collections.nCopies(4_000, states));
    byte[] data = monitor.ask(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, asked, PATIENCE).data();
    List<RawChunk> answers = RawChunk.readAll("answer", data);
    assertThat(answers).hasSize(257);
    assertThat(answers.getLast().type()).isEqualTo(ChunkType.of("FAIL"));
  }

  @Test
  void whoSaysNothingKeepsNobodyOut() throws IOException {
    List<AdbStream> silent = new ArrayList<>();
    for (int i = 0; i < 2 * MOST_MONITORS; i++) {
      silent.add(adb.open(vm));
      begin(silent.getLast());
    }
    theMonitorGoesOn();
    for (AdbStream each : silent) {
      each.close();
    }
    assertThatAMonitorComes();
  }

  private static void begin(AdbStream stream) {
    try {
      stream.link().write(new byte[] {'J'});
    } catch (IOException e) {
      // More than the VM accepts: this one is refused.
    }
  }

  @Test
  void whoComesAndGoesKeepsNobodyOut() throws IOException {
    for (int i = 0; i < 300; i++) {
      adb.open(vm).close();
    }
    assertThatAMonitorComes();
  }

  /** As soon as the VM has seen that others have left. */
  private static void assertThatAMonitorComes() {
    boolean hasCome = false;
    while (!hasCome) {
      try (JdwpClient late = connect()) {
        hasCome = late.begin(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, new byte[0]) != null;
      } catch (IOException e) {
        // Not yet.
      }
    }
  }

  @Test
  void strangersKeepNobodyOutOfTheDevice() throws IOException {
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < 3 * Strangers.MOST; i++) {
      silent.add(socket());
    }
    try (AdbTransport late = connectAdb();
        AdbStream stream = late.open("exec:echo here")) {
      assertThat(stream.link().in().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("here\n");
    }
    // The one that has waited longest was dropped.
    assertThat(silent.getFirst().getInputStream().read()).isEqualTo(-1);
    for (Socket each : silent) {
      each.close();
    }
  }

  /** A head of adb: command, two arguments, length, sum, magic. */
  private static byte[] head(String command, int length, int magic) {
    int number =
        ByteBuffer.wrap(command.getBytes(StandardCharsets.US_ASCII))
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt();
    return ByteBuffer.allocate(24)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(number)
        .putInt(0x01000001)
        .putInt(1 << 20)
        .putInt(length)
        .putInt(0)
        .putInt(number ^ magic)
        .array();
  }

  @Test
  void whoDoesNotSpeakAdbIsDropped() throws IOException {
    List<byte[]> greetings =
        List.of(
            "GET / HTTP/1.1\r\nHost: localhost:5555\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            new byte[24],
            head("CNXN", 0, 0),
            head("CNXN", 0x7fffffff, -1),
            head("CNXN", -1, -1),
            head("OPEN", 0, -1),
            head("WRTE", 4096, -1),
            head("NXNC", 0, -1));
    for (byte[] greeting : greetings) {
      try (Socket socket = socket()) {
        socket.getOutputStream().write(greeting);
        socket.shutdownOutput();
        // It may be requested to authenticate first; then the device hangs up.
        assertThat(socket.getInputStream().readAllBytes().length).isLessThan(4096);
      }
    }
    assertThat(said("exec:echo here")).isEqualTo("here\n");
  }
}
