package dev.dexscope.device.guest;

import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.device.control.ControlMessage;
import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.NoMainClassException;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.logcat.Logcat;
import dev.dexscope.wire.Link;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.harmony.dalvik.ddmc.DdmServer;

/**
 * The entry point of a process of the device. It starts the VM, then waits for what it is to run;
 * it ends with the device.
 */
public final class VmMain {
  private static final int NO_DEVICE = 1;

  private VmMain() {}

  /**
   * Runs the process.
   *
   * @param args the name of the device's socket, and that under which monitors are to be awaited
   */
  public static void main(String[] args) throws IOException {
    Link device = LocalSockets.connect(Path.of(args[0]));
    Vm vm = Vm.start(Engine.TRANSLATED);
    vm.answerQuitSignal();
    device.write(new ControlMessage.Ready(ProcessHandle.current().pid()).toBytes());
    ControlMessage first = ControlMessage.read(device);
    if (first instanceof ControlMessage.Start start) {
      int exitCode = new VmMain.Running(device, start.request()).run(vm, Path.of(args[1]));
      System.out.flush();
      System.err.flush();
      System.exit(exitCode);
    }
  }

  /** The process from when it knows what it runs. */
  private record Running(Link device, StartRequest request) {
    int run(Vm vm, Path socket) throws IOException {
      Thread.ofPlatform().daemon().name("dexscope control").start(this::serveDevice);
      Logcat.log().tell(entry -> tell(new ControlMessage.Log(entry)));
      DdmServer.registrationComplete();
      if (request.isDebuggable()) {
        listen(socket);
      }
      try {
        return vm.run(program(), properties(), request.arguments().toArray(String[]::new));
      } catch (NoMainClassException | FormatException | IOException e) {
        System.err.println(request.name() + ": " + e.getMessage());
        return 1;
      }
    }

    private Program program() {
      return new Program(
          request.classPath().stream().map(Path::of).toList(),
          request.mainClass().isEmpty() ? null : request.mainClass().replace('/', '.'));
    }

    private Map<String, String> properties() {
      Map<String, String> properties = new HashMap<>();
      Path folder = Path.of(request.folder());
      boolean isOfPackage = !request.packageName().isEmpty();
      properties.put("java.io.tmpdir", (isOfPackage ? folder.resolve("cache") : folder).toString());
      return properties;
    }

    private void listen(Path socket) throws IOException {
      ServerSocketChannel server = LocalSockets.listen(socket);
      AppIdentity identity = new AppIdentity(request, name -> tell(new ControlMessage.Named(name)));
      new MonitorEndpoint(server, identity).start();
      tell(new ControlMessage.Listening());
    }

    private void tell(ControlMessage message) {
      byte[] bytes = message.toBytes();
      synchronized (device) {
        try {
          device.write(bytes);
        } catch (IOException e) {
          // The device has ended, which the reader sees too.
        }
      }
    }

    private void serveDevice() {
      try {
        ControlMessage message;
        while ((message = ControlMessage.read(device)) != null) {
          switch (message) {
            case ControlMessage.Collect _ -> System.gc();
            case ControlMessage.DumpThreads _ -> System.err.print(CurrentVm.get().threads().dump());
            default -> {
              // The rest goes the other way.
            }
          }
        }
      } catch (IOException | RuntimeException e) {
        // As if it had ended.
      }
      Runtime.getRuntime().halt(NO_DEVICE);
    }
  }
}
