package dev.dexscope.wire.ddm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.Ddmlib;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.adb.AdbAuthority;
import dev.dexscope.wire.adb.TestDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Google's ddmlib, of two generations, queries {@link TestVm} through adb. */
@NeedsPeer(Peer.ADB)
class DdmlibTest {
  private static final int PID = 4711;

  private static final List<String> TOLD =
      List.of(
          "hello 4711 Dalvik v2.1 org.test.app 64-bit (x86_64) CheckJNI=false",
          "streaming true",
          "allocation 24 java.lang.String 1 org.test.Main.main(Main.java:42)",
          "trace " + TestVm.TRACE.length,
          "end");

  @TempDir static Path folder;
  private static StockAdb adb;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    adb = new StockAdb(folder.resolve("home"));
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
  }

  @Test
  void ddmlibOfTheFirstAndroidStudios() throws IOException, InterruptedException {
    TestVm vm = new TestVm(PID);
    assertThat(drive(vm, System.getProperty("java.class.path")))
        .containsAll(TOLD)
        .contains(
            "thread 1 main 1 4242 77 33 false",
            "thread 2 HeapTaskDaemon 4 4243 5 6 true",
            "frame java.lang.Object.wait(Native Method)",
            "frame org.test.Main.main(Main.java:42)",
            "heap 1 268435456 16777216 8388608 1234",
            "mapped /lib/libc.so",
            "native 24 10",
            "hprof " + TestVm.HPROF.length);
    assertThat(vm.asked())
        .contains(
            new ThreadChunk.Notify(true),
            new ThreadChunk.StackRequest(1),
            CommonChunk.Bare.of("HPGC"),
            new AllocationChunk.Enable(true),
            CommonChunk.Bare.of("HPDS"),
            CommonChunk.Bare.of("MPSE"))
        .doesNotHaveAnyElementsOfTypes(CommonChunk.Opaque.class);
  }

  @Test
  @NeedsPeer(Peer.DDMLIB)
  void ddmlibOfToday() throws IOException, InterruptedException {
    TestVm vm = new TestVm(PID);
    assertThat(drive(vm, Peer.DDMLIB.path() + "/*")).containsAll(TOLD);
    assertThat(vm.asked())
        .contains(CommonChunk.Bare.of("HPGC"), CommonChunk.Bare.of("MPSE"))
        .doesNotHaveAnyElementsOfTypes(CommonChunk.Opaque.class);
  }

  /** Returns ddmlib's output for a VM. */
  private static List<String> drive(TestVm vm, String classPath)
      throws IOException, InterruptedException {
    AdbAuthority authority = new AdbAuthority(List::of, _ -> true);
    try (TestDevice device = new TestDevice(folder, authority)) {
      device.addVm(PID, stream -> vm.serve(stream.link()));
      adb.run("connect", device.serial());
      adb.run("-s", device.serial(), "wait-for-device");
      return Ddmlib.drive(adb, device.serial(), classPath);
    }
  }
}
