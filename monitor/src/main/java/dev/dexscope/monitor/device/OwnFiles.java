package dev.dexscope.monitor.device;

import static dev.dexscope.monitor.device.DeviceShell.quoted;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Files that only the app itself may read: {@code run-as} becomes it, where it may be debugged.
 *
 * @param packageName letters, digits, points and underscores only
 */
public record OwnFiles(DeviceLink device, String packageName) implements AppFiles {
  @Override
  public List<String> list(String folder) throws IOException {
    return shell().ask(as("ls " + quoted(folder))).lines().toList();
  }

  @Override
  public void receive(String file, OutputStream out) throws IOException {
    shell().run(as("cat " + quoted(file)), out);
  }

  @Override
  public void remove(String file) throws IOException {
    shell().ask(as("rm " + quoted(file)));
  }

  private DeviceShell shell() {
    return new DeviceShell(device);
  }

  private String as(String command) {
    return "run-as " + packageName + " " + command;
  }
}
