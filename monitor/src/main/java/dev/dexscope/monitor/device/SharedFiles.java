package dev.dexscope.monitor.device;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.adb.SyncClient;
import dev.dexscope.wire.adb.SyncFrame;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Files that adb may read, as those on the storage. */
public record SharedFiles(DeviceLink device) implements AppFiles {
  private SyncClient open() throws IOException {
    // The first form of sync is what every device knows.
    return new SyncClient(device.service("sync:"), false, device.patience());
  }

  @Override
  public List<String> list(String folder) throws IOException {
    try (SyncClient files = open()) {
      List<String> names = files.list(folder).stream().map(SyncFrame.Entry::name).toList();
      if (names.isEmpty()) {
        throw new MonitorException(device.serial() + ": adb may not read " + folder);
      }
      return names;
    }
  }

  @Override
  public void receive(String file, OutputStream out) throws IOException {
    try (SyncClient files = open()) {
      files.receive(file, out);
    }
  }

  @Override
  public void remove(String file) throws IOException {
    new DeviceShell(device).ask("rm " + DeviceShell.quoted(file));
  }
}
