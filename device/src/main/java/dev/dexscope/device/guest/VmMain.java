package dev.dexscope.device.guest;

import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.NoMainClassException;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.ProgramObserver;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The entry point of a process of the device that runs a program. It starts the VM, then waits for
 * its request.
 */
public final class VmMain {
  private VmMain() {}

  /**
   * Runs the process.
   *
   * @param args the name of the device's socket, and that under which monitors are to be awaited
   */
  public static void main(String[] args) throws IOException {
    var observation = new Observation();
    Vm vm = Vm.start(Engine.TRANSLATED, observation);
    observation.answerQuitSignal();
    DeviceLine device = DeviceLine.connect(Path.of(args[0]), Path.of(args[1]));
    StartRequest request = device.awaitStart();
    if (request != null) {
      device.begin(request, new WithoutWindows(device));
      Vm.attend(new Waiting(device));
      int exitCode = run(vm, request);
      System.out.flush();
      System.err.flush();
      System.exit(exitCode);
    }
  }

  /** A program has nothing on the screen. */
  private record WithoutWindows(DeviceLine device) implements DeviceLine.Guest {
    @Override
    public void perform(String step) {
      device.answer("a program takes no steps");
    }

    @Override
    public void show(boolean isShown) {}
  }

  /** The program's main thread waits for its debugger. */
  private record Waiting(DeviceLine device) implements ProgramObserver {
    @Override
    public boolean begins(ClassLoader loader) {
      try {
        device.awaitDebugger();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return true;
    }

    @Override
    public void ended() {}
  }

  private static int run(Vm vm, StartRequest request) {
    try {
      return vm.run(
          program(request), properties(request), request.arguments().toArray(String[]::new));
    } catch (NoMainClassException | FormatException | IOException e) {
      System.err.println(request.name() + ": " + e.getMessage());
      return 1;
    }
  }

  private static Program program(StartRequest request) {
    return new Program(
        request.classPath().stream().map(Path::of).toList(),
        request.mainClass().isEmpty() ? null : request.mainClass().replace('/', '.'));
  }

  private static Map<String, String> properties(StartRequest request) {
    Map<String, String> properties = new HashMap<>();
    Path folder = Path.of(request.folder());
    boolean isOfPackage = !request.packageName().isEmpty();
    properties.put("java.io.tmpdir", (isOfPackage ? folder.resolve("cache") : folder).toString());
    return properties;
  }
}
