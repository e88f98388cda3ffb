package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.Visitors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs of the device reach servers of adb's side. */
@FullTier("starts programs on the virtual device")
@NeedsPeer(Peer.ADB)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReverseForwardsTest {
  private static final String PROGRAM =
      """
      import java.io.*;

      public class Caller {
        public static void main(String[] words) throws Exception {
          InputStream in;
          OutputStream out;
          Closeable socket;
          if (words[0].equals("tcp")) {
            java.net.Socket tcp = new java.net.Socket("127.0.0.1", Integer.parseInt(words[1]));
            in = tcp.getInputStream();
            out = tcp.getOutputStream();
            socket = tcp;
          } else {
            android.net.LocalSocket local = new android.net.LocalSocket();
            local.connect(new android.net.LocalSocketAddress(words[1]));
            in = local.getInputStream();
            out = local.getOutputStream();
            socket = local;
          }
          out.write("from the device\\n".getBytes("UTF-8"));
          System.out.println(new BufferedReader(new InputStreamReader(in, "UTF-8")).readLine());
          socket.close();
          System.exit(0);
        }
      }
      """;

  @TempDir static Path folder;
  private static StockAdb adb;
  private static VirtualDevice device;

  /** Answers each connection's bytes by the same bytes. */
  private static ServerSocket echo;

  @BeforeAll
  static void start() throws IOException, InterruptedException, CompilationFailedException {
    device = VirtualDevice.start(folder.resolve("device"), 0, _ -> true);
    adb = new StockAdb(folder.resolve("home"));
    adb.run("connect", device.serial());
    assertThat(adb.run("wait-for-device").exit()).isZero();
    Path jar = TestPackages.jar(folder, "Caller", PROGRAM);
    assertThat(adb.run("push", jar.toString(), "/data/local/tmp/caller.jar").exit()).isZero();
    echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(ReverseForwardsTest::serveEchoes);
  }

  private static void serveEchoes() {
    try {
      Visitors.takeAll(
          () -> !echo.isClosed(),
          echo::accept,
          each -> Thread.ofVirtual().start(() -> answer(each)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(Socket socket) {
    try (socket;
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // The caller is gone.
    }
  }

  @AfterAll
  static void stop() throws IOException {
    echo.close();
    adb.close();
    device.close();
  }

  @AfterEach
  void removeAll() throws IOException, InterruptedException {
    assertThat(adb.run("reverse", "--remove-all")).isEqualTo(new Peer.Answer(0, ""));
  }

  private static String there() {
    return "tcp:" + echo.getLocalPort();
  }

  private static int reversed() throws IOException, InterruptedException {
    Peer.Answer answer = adb.run("reverse", "tcp:0", there());
    assertThat(answer.exit()).as(answer.out()).isZero();
    return Integer.parseInt(answer.out().trim());
  }

  private static String call(String kind, String name) throws IOException, InterruptedException {
    return adb.run(
            "shell",
            "CLASSPATH=/data/local/tmp/caller.jar app_process / Caller " + kind + " " + name)
        .out();
  }

  @Test
  void aProgramReachesTheHostByAPort() throws IOException, InterruptedException {
    int port = reversed();
    assertThat(call("tcp", port + "")).isEqualTo("from the device\n");
    assertThat(adb.run("reverse", "--list").out())
        .isEqualTo("(reverse) tcp:" + port + " " + there() + "\n\n");
  }

  @Test
  void aProgramReachesTheHostByAnAbstractName() throws IOException, InterruptedException {
    assertThat(adb.run("reverse", "localabstract:scrcpy", there()))
        .isEqualTo(new Peer.Answer(0, ""));
    assertThat(call("local", "scrcpy")).isEqualTo("from the device\n");
  }

  @Test
  void aProgramReachesThePortOfTheSameNumber() throws IOException, InterruptedException {
    assertThat(adb.run("reverse", there(), there()).exit()).isZero();
    assertThat(call("tcp", echo.getLocalPort() + "")).isEqualTo("from the device\n");
  }

  @Test
  void aMegabyteComesBackUnchanged() throws IOException, InterruptedException {
    byte[] sent = new byte[1 << 20];
    new java.util.Random(1).nextBytes(sent);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), reversed())) {
      Thread writer = Thread.ofVirtual().start(() -> write(socket, sent));
      assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
      writer.join();
    }
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRemovedForwardListensNoLonger() throws IOException, InterruptedException {
    int port = reversed();
    assertThat(adb.run("reverse", "--remove", "tcp:" + port)).isEqualTo(new Peer.Answer(0, ""));
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
    assertThat(adb.run("reverse", "--remove", "tcp:" + port))
        .isEqualTo(new Peer.Answer(1, "adb: error: listener 'tcp:" + port + "' not found\n"));
  }

  @Test
  void aForwardLeadsToItsLatestEnd() throws IOException, InterruptedException {
    String local = "localabstract:again";
    assertThat(adb.run("reverse", local, "tcp:1").exit()).isZero();
    assertThat(adb.run("reverse", "--no-rebind", local, there()).out())
        .contains("cannot rebind existing socket");
    assertThat(call("local", "again")).doesNotContain("from the device");
    assertThat(adb.run("reverse", local, there()).exit()).isZero();
    assertThat(call("local", "again")).isEqualTo("from the device\n");
  }

  @Test
  void aPortInUseIsReported() throws IOException, InterruptedException {
    assertThat(adb.run("reverse", there(), "tcp:1").out()).contains("cannot bind listener: ");
    assertThat(adb.run("reverse", "tcp:99999", "tcp:1").out()).contains("cannot bind listener: ");
  }

  /** Unlike a listener that outlives its adb, and answers with connections that end. */
  @Test
  void forwardsEndWithTheirConnection() throws IOException, InterruptedException {
    int port = reversed();
    assertThat(adb.run("disconnect", device.serial()).exit()).isZero();
    assertThat(adb.run("connect", device.serial()).exit()).isZero();
    assertThat(adb.run("wait-for-device").exit()).isZero();
    // The device may see the old connection's end after the new connection.
    while (adb.run("reverse", "--list").out().contains("tcp:" + port)) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
  }
}
