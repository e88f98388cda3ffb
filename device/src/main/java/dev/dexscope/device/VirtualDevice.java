package dev.dexscope.device;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.device.control.DroppedPeers;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.home.Launcher;
import dev.dexscope.device.packages.PackageStore;
import dev.dexscope.device.process.DeviceAddress;
import dev.dexscope.device.process.LogBuffer;
import dev.dexscope.device.process.Processes;
import dev.dexscope.device.process.Recordings;
import dev.dexscope.device.shell.DeviceParts;
import dev.dexscope.device.shell.DeviceProperties;
import dev.dexscope.device.shell.Shell;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Visitors;
import dev.dexscope.wire.adb.AdbAuthority;
import dev.dexscope.wire.adb.AdbPublicKey;
import dev.dexscope.wire.adb.AdbTransport;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A virtual device: it serves adb on a port of this machine, has files and packages in a folder,
 * and runs programs in processes of this machine.
 *
 * <pre>{@code
 * try (VirtualDevice device = VirtualDevice.start(folder, 5655, key -> false)) {
 *   System.out.println("adb connect " + device.serial());
 *   device.awaitEnd();
 * }
 * }</pre>
 */
public final class VirtualDevice implements Closeable {
  /**
   * The default. At the ports from 5555 to 5585 an adb server looks for emulators of this machine,
   * and would have the device twice.
   */
  public static final int PORT = 5655;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MOST_CONNECTIONS = 64;

  /** With so many waiting connections, Linux delays further ones for a second (listen(2)). */
  private static final int MOST_WAITING = 1 << 10;

  private final FileChannel lock;
  private final ServerSocket server;
  private final AdbDaemon daemon;
  private final AdbAuthority authority;
  private final DeviceParts parts;
  private final DroppedPeers dropped;
  private final Strangers strangers = new Strangers();
  private final Set<AdbTransport> transports = ConcurrentHashMap.newKeySet();

  private VirtualDevice(
      FileChannel lock, ServerSocket server, AdbAuthority authority, DeviceParts parts) {
    this.lock = lock;
    this.server = server;
    this.authority = authority;
    this.parts = parts;
    daemon = new AdbDaemon(parts);
    dropped = new DroppedPeers("adbd", "connection", parts.log()::add);
  }

  /**
   * Starts the device.
   *
   * @param folder the folder of its files; created if necessary
   * @param port 0 for a free one
   * @param asked whether to accept a peer with an unknown key
   */
  public static VirtualDevice start(Path folder, int port, Predicate<AdbPublicKey> asked)
      throws IOException {
    Files.createDirectories(folder);
    FileChannel lock = lock(folder);
    try {
      ServerSocket server = new ServerSocket(port, MOST_WAITING, InetAddress.getLoopbackAddress());
      try {
        DeviceFiles files = DeviceFiles.in(folder.resolve("root"));
        LogBuffer log = new LogBuffer();
        PackageStore packages = new PackageStore(files);
        Path settingsFile = folder.toAbsolutePath().resolve("settings.properties");
        PhoneSettings settings = PhoneSettings.of(settingsFile);
        Processes processes =
            new Processes(files, settingsFile, log, DeviceAddress.of(server.getLocalPort()));
        DeviceParts parts =
            new DeviceParts(
                files,
                packages,
                log,
                processes,
                new DeviceProperties(),
                settings,
                new Launcher(packages, settings));
        parts.settings().whenChanged(processes::change);
        AdbAuthority authority = new DeviceKeys(folder).authority(asked);
        VirtualDevice device = new VirtualDevice(lock, server, authority, parts);
        processes.whenScripted(script -> Shell.output(parts, script));
        processes.whenRestarted(device::disconnectAll);
        processes.warmUp();
        Thread.ofPlatform().name("adbd").start(device::acceptAll);
        return device;
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Another of this process.
    }
    channel.close();
    throw new RefusedFileException(
        "another device uses the folder", folder, "stop it, or name another folder");
  }

  /** Records the apps that are started from now on. */
  void record(Recordings recordings) {
    parts.processes().record(recordings);
  }

  /** The port that it listens on. */
  public int port() {
    return server.getLocalPort();
  }

  /** As adb names it: {@code adb connect SERIAL}. */
  public String serial() {
    return "127.0.0.1:" + port();
  }

  private void acceptAll() {
    try {
      Visitors.takeAll(
          () -> !server.isClosed(),
          server::accept,
          each -> Thread.ofVirtual().name("adbd accept").start(() -> accept(each)));
    } catch (InterruptedException e) {
      // Nobody interrupts it.
    }
  }

  private void accept(Socket socket) {
    try {
      Link link = Link.of(socket);
      Link eldest = strangers.add(link);
      if (eldest != null) {
        dropped.ended(eldest.peer() + ": did not introduce itself, and was dropped for others");
        eldest.close();
      }
      try {
        letIn(AdbTransport.accept(link, daemon.banner(), authority(socket), PATIENCE, daemon));
      } finally {
        strangers.remove(link);
      }
    } catch (IOException | RuntimeException e) {
      dropped.ended(e);
    }
  }

  private void letIn(AdbTransport transport) throws IOException {
    transports.add(transport);
    var _ = transport.ended().whenComplete((_, reason) -> ended(transport, reason));
    if (transports.size() > MOST_CONNECTIONS) {
      dropped.ended(transport.peer() + ": " + MOST_CONNECTIONS + " are connected");
      transport.close();
    }
  }

  /** The device's own processes have no key, and nothing to gain: they run with its rights. */
  private AdbAuthority authority(Socket socket) {
    return authority.orWithoutKey(() -> parts.processes().hasOpened(socket.getPort(), port()));
  }

  private void ended(AdbTransport transport, @Nullable Throwable reason) {
    transports.remove(transport);
    if (reason != null) {
      dropped.ended(reason);
    }
  }

  /** Waits until it is closed. */
  public void awaitEnd() throws InterruptedException {
    synchronized (server) {
      while (!server.isClosed()) {
        server.wait();
      }
    }
  }

  private void disconnectAll() {
    for (AdbTransport each : transports) {
      try {
        each.close();
      } catch (IOException e) {
        // It has ended in any case.
      }
    }
  }

  /** Ends it with all of its processes; its files stay. */
  @Override
  public void close() throws IOException {
    synchronized (server) {
      server.close();
      server.notifyAll();
    }
    disconnectAll();
    parts.processes().close();
    lock.close();
  }
}
