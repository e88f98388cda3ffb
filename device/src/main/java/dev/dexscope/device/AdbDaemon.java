package dev.dexscope.device;

import dev.dexscope.device.control.DroppedPeers;
import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.device.process.Processes;
import dev.dexscope.device.process.VmProcess;
import dev.dexscope.device.shell.DeviceParts;
import dev.dexscope.device.shell.RefusedCommands;
import dev.dexscope.device.shell.ShellService;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Relay;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbServices;
import dev.dexscope.wire.adb.AdbStream;
import dev.dexscope.wire.adb.SyncServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The services that adb may open on the device. */
final class AdbDaemon implements AdbServices {
  /** Only supported ones: adb uses every announced feature. */
  private static final Set<String> FEATURES =
      Set.of(
          "shell_v2",
          "cmd",
          "stat_v2",
          "ls_v2",
          "sendrecv_v2",
          "fixed_push_mkdir",
          "remount_shell");

  private final DeviceParts parts;
  private final DroppedPeers dropped;
  private final ReverseForwards reverse;

  AdbDaemon(DeviceParts parts) {
    this.parts = parts;
    dropped = new DroppedPeers("adbd", "stream", parts.log()::add);
    reverse = new ReverseForwards(parts.processes());
  }

  /** Returns the device's introduction. */
  AdbBanner banner() {
    Map<String, String> all = parts.properties().all();
    return new AdbBanner(
        "device",
        all.entrySet().stream()
            .filter(each -> each.getKey().matches("ro\\.product\\.(name|model|device)"))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
        FEATURES);
  }

  @Override
  public @Nullable Service find(String name) {
    Service shell = ShellService.find(parts, name);
    if (shell != null) {
      return shell;
    }
    int colon = name.indexOf(':');
    String kind = colon < 0 ? name : name.substring(0, colon);
    String rest = name.substring(colon + 1);
    return switch (kind) {
      case "sync" -> stream -> new SyncServer(stream.link(), parts.files()).serve();
      case "jdwp" -> colon < 0 ? this::listVms : vm(rest);
      case "track-jdwp" -> this::trackVms;
      case "tcp" -> port(rest);
      case "reverse" -> stream -> reverse.serve(rest, stream);
      case "localabstract" -> abstractSocket(rest);
      case "localfilesystem" -> fileSocket(rest);
      case "framebuffer" -> new FramebufferService(parts);
      case "reboot" -> rest.isEmpty() ? _ -> parts.processes().restart() : null;
      case "root", "unroot", "remount", "disable-verity", "enable-verity", "tcpip", "usb" ->
          stream -> write(stream, RefusedCommands.reason(kind) + "\n");
      default -> null;
    };
  }

  @Override
  public void failed(AdbStream stream, Exception reason) {
    dropped.ended(stream + ": " + DroppedPeers.words(reason));
  }

  private static void write(AdbStream stream, String text) throws IOException {
    stream.link().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String lines(List<Long> pids) {
    return pids.stream().map(each -> each + "\n").collect(Collectors.joining());
  }

  private void listVms(AdbStream stream) throws IOException {
    write(stream, lines(parts.processes().listening()));
  }

  private void trackVms(AdbStream stream) throws IOException {
    Thread tracks = Thread.currentThread();
    Thread.ofVirtual().start(() -> awaitEnd(stream, tracks));
    Processes processes = parts.processes();
    List<Long> known = processes.listening();
    try {
      while (true) {
        String text = lines(known);
        String length = Integer.toHexString(0x10000 | text.length()).substring(1);
        write(stream, length + text);
        known = processes.listening(known);
      }
    } catch (InterruptedException e) {
      // The client has left.
    }
  }

  private static void awaitEnd(AdbStream stream, Thread waits) {
    try {
      stream.link().in().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // That is an end too.
    }
    waits.interrupt();
  }

  private @Nullable Service vm(String number) {
    if (!number.matches("\\d{1,18}")) {
      return null;
    }
    Optional<VmProcess> found =
        parts.processes().find(Long.parseLong(number)).filter(VmProcess::isListening);
    return found.isEmpty()
        ? null
        : stream -> {
          try (Link vm = found.get().connect()) {
            Relay.run(stream.link(), vm);
          }
        };
  }

  private @Nullable Service port(String number) {
    if (!number.matches("\\d{1,5}") || Integer.parseInt(number) > 0xffff) {
      return null;
    }
    int port = Integer.parseInt(number);
    return new PortService(parts.processes().address(), port);
  }

  /** One that a program of the device listens at, by the name of its file. */
  private @Nullable Service fileSocket(String name) {
    Path socket;
    try {
      socket = parts.files().hostToRead(name, "");
    } catch (IOException e) {
      return null;
    }
    return stream -> {
      try (Link there = LocalSockets.connect(socket)) {
        Relay.run(stream.link(), there);
      }
    };
  }

  /** Only those of the device's programs: the host's own are not there. */
  private @Nullable Service abstractSocket(String name) {
    Optional<Path> socket = parts.processes().abstractSocket(name);
    return socket.isEmpty()
        ? null
        : stream -> {
          try (Link there = LocalSockets.connect(socket.get())) {
            Relay.run(stream.link(), there);
          }
        };
  }
}
