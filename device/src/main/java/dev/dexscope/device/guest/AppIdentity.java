package dev.dexscope.device.guest;

import dev.dexscope.device.control.Introduction;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.wire.ddm.AppChunk;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The identity of this process, as reported to monitors. */
final class AppIdentity {
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
    return Introduction.of(request, ProcessHandle.current().pid(), name);
  }

  /** The device's root on the host, in which monitors name files. */
  Path root() {
    return Path.of(request.root());
  }
}
