package dev.dexscope.cli.devices;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Relay;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.recording.Protocol;
import dev.dexscope.wire.recording.RecordingReader;
import dev.dexscope.wire.recording.WirePrinter;
import dev.dexscope.wire.recording.WireRecorder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope wire}: the communication of debuggers, monitors and VMs. */
@Command(
    name = "wire",
    description =
        "Prints a recording of JDWP, DDM or adb, a packet a line; or creates one as a proxy between a"
            + " debugger or adb and its peer.",
    footer = {
      "",
      "Each line: seconds, number of the link, > to the device or < from it, the packet.",
      "A recording ends with the first connection that it leads on.",
      "",
      "Examples:",
      "  dexscope wire app.wire",
      "  dexscope wire --to 127.0.0.1:5005 --port 5006 app.wire   # then: jdb -attach 5006",
      "  dexscope wire --to 127.0.0.1:5655 --protocol adb adb.wire",
    })
public final class WireCommand implements Callable<Integer> {
  private static final int PATIENCE_MILLIS = 10_000;

  @Parameters(paramLabel = "FILE", description = "The recording.")
  Path file = Path.of("");

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      description = "Make the recording: lead on a connection to there.")
  @Nullable String to;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "With --to: take the connection at this port of this machine; default: a free one, which"
              + " is told.")
  @Nullable Integer port;

  @Option(
      names = "--protocol",
      paramLabel = "PROTOCOL",
      description = "With --to: ${COMPLETION-CANDIDATES}; default jdwp, which DDM rides on.")
  @Nullable Protocol protocol;

  private final Terminal terminal;

  public WireCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (to != null) {
      InetSocketAddress target = address(to);
      OutputFile.write(
          file,
          out -> {
            try (WireRecorder recorder = new WireRecorder(out)) {
              record(recorder, target);
            }
          });
    } else if (port != null || protocol != null) {
      throw CliException.usage(
          "--port and --protocol are for making a recording", "name its other end with --to");
    } else {
      print();
    }
    return ExitCode.DONE.code();
  }

  private void print() throws IOException {
    var source = new RandomAccessFile(InputFile.check(file).toFile(), "r");
    try (source) {
      ByteView bytes = ByteView.of(file.toString(), source, WireFormatException::new);
      new WirePrinter(terminal.out()).print(new RecordingReader(bytes));
    }
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    try {
      int number = Integer.parseInt(text.substring(colon + 1));
      if (colon > 0 && number > 0 && number <= 0xffff) {
        return new InetSocketAddress(text.substring(0, colon), number);
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw CliException.usage("no address: " + text, "write --to 127.0.0.1:5005");
  }

  private void record(WireRecorder recorder, InetSocketAddress target) throws IOException {
    int wanted = port == null ? 0 : port;
    Protocol spoken = protocol == null ? Protocol.JDWP : protocol;
    try (ServerSocket server = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
      terminal.err().println("listening on 127.0.0.1:" + server.getLocalPort());
      try (Link near = Link.of(server.accept());
          Link far = Link.of(connect(target))) {
        Relay.run(near, recorder.listen(far, spoken, Direction.FROM_DEVICE));
      }
    }
  }

  private static Socket connect(InetSocketAddress target) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(target, PATIENCE_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw CliException.environment("no connection", target, "start the target first");
    }
  }
}
