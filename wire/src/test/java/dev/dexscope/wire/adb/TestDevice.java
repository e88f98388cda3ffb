package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small device made of the server side of this module: files below a folder, a shell with three
 * words, and VMs that a test has put there.
 */
public final class TestDevice implements Closeable, SyncFiles {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServerSocket server;
  private final Path root;
  private final AdbAuthority authority;
  private final Map<Integer, AdbServices.Service> vms = new ConcurrentHashMap<>();
  private final List<AdbTransport> transports = new CopyOnWriteArrayList<>();

  public TestDevice(Path root, AdbAuthority authority) throws IOException {
    this.root = root;
    this.authority = authority;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::acceptAll);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** As adb names it. */
  public String serial() {
    return "127.0.0.1:" + port();
  }

  /** A VM, with what answers its debuggers. */
  public void addVm(int pid, AdbServices.Service jdwp) {
    vms.put(pid, jdwp);
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> accept(socket));
      } catch (IOException e) {
        // The test has ended.
      }
    }
  }

  private void accept(Socket socket) {
    AdbBanner banner =
        new AdbBanner(
            "device",
            Map.of(
                "ro.product.name", "dexscope",
                "ro.product.model", "Test_Device",
                "ro.product.device", "test"),
            Set.of("shell_v2", "stat_v2"));
    try {
      transports.add(
          AdbTransport.accept(Link.of(socket), banner, authority, PATIENCE, this::service));
    } catch (IOException e) {
      // The test learns from its own exception that it was not accepted.
    }
  }

  private AdbServices.@Nullable Service service(String name) {
    if (name.equals("sync:")) {
      return stream -> new SyncServer(stream.link(), this).serve();
    }
    if (name.startsWith("shell,v2")) {
      String command = name.substring(name.indexOf(':') + 1);
      return stream -> shell(stream.link(), command);
    }
    if (name.startsWith("shell:") || name.startsWith("exec:")) {
      String command = name.substring(name.indexOf(':') + 1);
      return stream -> stream.link().write(utf8(output(command)));
    }
    if (name.equals("jdwp")) {
      return stream -> stream.link().write(utf8(pids()));
    }
    if (name.equals("track-jdwp")) {
      return stream -> {
        stream.link().write(utf8(String.format("%04x", pids().length()) + pids()));
        stream.link().in().read();
      };
    }
    return name.startsWith("jdwp:") ? vms.get(Integer.parseInt(name.substring(5))) : null;
  }

  private String pids() {
    StringBuilder text = new StringBuilder();
    vms.keySet().stream().sorted().forEach(pid -> text.append(pid).append('\n'));
    return text.toString();
  }

  private static String output(String command) {
    if (command.startsWith("echo ")) {
      return command.substring(5) + "\n";
    }
    return command.startsWith("getprop") ? "[ro.build.version.sdk]: [30]\n" : "";
  }

  private static void shell(Link link, String command) throws IOException {
    boolean isKnown = command.startsWith("echo ") || command.startsWith("getprop");
    if (command.equals("cat")) {
      ShellPacket packet;
      while ((packet = ShellPacket.read(link)) != null && packet.id() == ShellPacket.INPUT) {
        link.write(new ShellPacket(ShellPacket.OUTPUT, packet.data()).toBytes());
      }
    } else if (isKnown) {
      link.write(new ShellPacket(ShellPacket.OUTPUT, utf8(output(command))).toBytes());
    } else {
      byte[] message = utf8(command + ": not found\n");
      link.write(new ShellPacket(ShellPacket.ERRORS, message).toBytes());
    }
    boolean isGood = isKnown || command.equals("cat");
    link.write(ShellPacket.exit(isGood ? 0 : 127).toBytes());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Path file(String path) {
    return root.resolve(path.replaceFirst("^/+", ""));
  }

  @Override
  public FileState stat(String path, boolean isOfLink) {
    return state(file(path));
  }

  private static FileState state(Path file) {
    try {
      long modified = Files.getLastModifiedTime(file).toInstant().getEpochSecond();
      int mode = Files.isDirectory(file) ? 0040755 : 0100644;
      return FileState.of(mode, Files.isDirectory(file) ? 4096 : Files.size(file), modified);
    } catch (IOException e) {
      return FileState.failed(FileState.NOT_FOUND);
    }
  }

  @Override
  public List<SyncFrame.Entry> list(String path) {
    List<SyncFrame.Entry> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(file(path))) {
      files.forEach(
          each -> all.add(new SyncFrame.Entry(each.getFileName() + "", state(each), false)));
    } catch (IOException e) {
      // No such folder.
    }
    return all;
  }

  @Override
  public InputStream open(String path) throws IOException {
    if (!Files.isRegularFile(file(path))) {
      throw new IOException("No such file or directory");
    }
    return Files.newInputStream(file(path));
  }

  @Override
  public void create(String path, int mode, Content content) throws IOException {
    if (path.startsWith("/system/")) {
      throw new IOException("Read-only file system");
    }
    Files.createDirectories(file(path).getParent());
    long modified;
    try (OutputStream out = Files.newOutputStream(file(path))) {
      modified = content.copyTo(out);
    }
    Files.setLastModifiedTime(file(path), FileTime.from(Instant.ofEpochSecond(modified)));
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (AdbTransport each : transports) {
      each.close();
    }
  }
}
