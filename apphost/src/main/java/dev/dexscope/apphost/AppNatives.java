package dev.dexscope.apphost;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.natives.LibraryFate;
import dev.dexscope.natives.LibraryFate.State;
import dev.dexscope.natives.NativeLibraries;
import dev.dexscope.natives.NativeSettings;
import dev.dexscope.natives.NativeSettings.Network;
import dev.dexscope.vm.Vm;
import java.io.File;
import java.io.IOException;

/** The native libraries of the app's packages, as the request treats them. */
final class AppNatives {
  private AppNatives() {}

  /**
   * Prepares them in the VM that has been started.
   *
   * @return the folders where the app's class loader finds libraries
   */
  static String open(AppRequest request, EventLog events) throws IOException {
    switch (request.natives()) {
      case STUB -> Vm.stubNatives(name -> events.now(Kind.NATIVE, name));
      case FAIL -> {}
      case AUTO -> {
        var libraries = new NativeLibraries(request.translatedLibraries(), settings(request));
        for (LibraryFate each : libraries.unpack(request.packages())) {
          boolean isReady = each.state() == State.READY;
          events.now(Kind.LIBRARY, each.name() + (isReady ? "" : ": " + each.detail()));
        }
        Vm.findNatives(libraries::file);
        return libraries.folder()
            + (request.libraries().isEmpty() ? "" : File.pathSeparator + request.libraries());
      }
    }
    return request.libraries();
  }

  private static NativeSettings settings(AppRequest request) {
    return NativeSettings.of(
            request.level(),
            request.hasNetwork() ? Network.ON : Network.OFF,
            (priority, tag, text) -> CurrentVm.get().log().add(priority, tag, text))
        .withWindows(RobolectricSandbox.DEVICE + "NativeWindows");
  }
}
