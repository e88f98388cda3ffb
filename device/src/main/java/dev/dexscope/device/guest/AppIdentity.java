package dev.dexscope.device.guest;

import dev.dexscope.device.control.StartRequest;
import dev.dexscope.wire.ddm.AppChunk;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Who this process is, as monitors are told. */
final class AppIdentity {
  private static final String VM = "Dalvik v2.1.0";

  private final StartRequest request;
  private final Consumer<String> renamed;
  private volatile String name;

  AppIdentity(StartRequest request, Consumer<String> renamed) {
    this.request = request;
    this.renamed = renamed;
    name = request.name();
  }

  /** The program calls itself otherwise. */
  void rename(String other) {
    name = other;
    renamed.accept(other);
  }

  AppChunk.Hello hello() {
    boolean isArm = System.getProperty("os.arch", "").equals("aarch64");
    return new AppChunk.Hello(
        1,
        (int) ProcessHandle.current().pid(),
        VM,
        name,
        0,
        isArm ? "64-bit (arm64)" : "64-bit (x86_64)",
        "CheckJNI=false",
        0,
        request.packageName().isEmpty() ? name : request.packageName(),
        null);
  }

  AppChunk.Name chunk() {
    return new AppChunk.Name(name, 0, hello().packageName());
  }

  /** The device's root on the host, in which monitors name files. */
  Path root() {
    return Path.of(request.root());
  }
}
