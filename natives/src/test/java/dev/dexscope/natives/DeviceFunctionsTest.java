package dev.dexscope.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import android.graphics.Bitmap;
import dev.dexscope.natives.NativeSettings.Network;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Assets, loopers, configurations and bitmaps, as C code finds them, over objects like Android's.
 */
@NeedsPeer(Peer.GCC)
@SuppressWarnings("restricted") // Native code is what is tested.
final class DeviceFunctionsTest {
  /** The library stays loaded. */
  @TempDir static Path folder;

  @BeforeAll
  static void load() throws Exception {
    var ndk = new Ndk(folder);
    Path built = ndk.build(Path.of("src/test/c/device.c"), "libdevice.so", Ndk.Versions.NONE);
    var libraries =
        new NativeLibraries(
            folder.resolve("libraries"), NativeSettings.of(35, Network.OFF, (_, _, _) -> {}));
    libraries.unpack(List.of(ndk.pack("device.apk", "x86_64", built)));
    System.load(libraries.folder().resolve("libdevice.so").toString());
  }

  /** What native code calls of Android's AssetManager. */
  @SuppressWarnings("unused") // Called from C.
  private static final class Assets {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";

    InputStream open(String name) throws IOException {
      return new ByteArrayInputStream(
          switch (name) {
            case "empty.txt" -> new byte[0];
            case "words.txt" ->
                ALPHABET
                    .repeat(8000)
                    .substring(0, 200_000)
                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            default -> throw new FileNotFoundException(name);
          });
    }

    String[] list(String folder) {
      return folder.isEmpty() ? new String[] {"empty.txt", "words.txt"} : new String[0];
    }
  }

  @Test
  void assetsAreRead() {
    assertThat(DeviceLibrary.assets(new Assets())).isZero();
    assertThat(DeviceLibrary.assetsOfAThread(new Assets())).isZero();
  }

  @Test
  void loopersPollAndWakeAndCall() {
    assertThat(DeviceLibrary.loopers()).isZero();
    assertThat(DeviceLibrary.loopersOfThreads()).isZero();
    assertThat(DeviceLibrary.loopersEnd()).isZero();
  }

  @Test
  void theConfigurationIsThatOfTheDefaultDeviceWithoutAFramework() {
    assertThat(DeviceLibrary.configuration(new Assets())).isZero();
  }

  /**
   * Calls from native code to the log's receiver begin without an exception, as all calls of Java.
   */
  @Test
  void anExceptionIsThrownAlsoWhenNativeCodeLogsBeforeItReturns() {
    assertThatThrownBy(DeviceLibrary::throwAndLog)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("kept");
  }

  /**
   * As native code of games finds where a buffer's elements are, and others the number of a file.
   */
  @Test
  void fieldsOfAndroidsCoreLibraryAreThere() {
    assertThat(DeviceLibrary.shift(ByteBuffer.allocateDirect(8))).isZero();
    assertThat(DeviceLibrary.shift(ByteBuffer.allocateDirect(8).asShortBuffer())).isEqualTo(1);
    assertThat(DeviceLibrary.shift(FloatBuffer.allocate(1))).isEqualTo(2);
    assertThat(DeviceLibrary.shift(LongBuffer.allocate(1))).isEqualTo(3);
    assertThat(DeviceLibrary.number(FileDescriptor.err)).isEqualTo(2);
    assertThat(DeviceLibrary.noField("")).isZero();
  }

  @Test
  void pixelsOfBitmapsAreReadAndWritten() {
    var bitmap = new Bitmap();
    IntBuffer pixels = bitmap.pixels.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    pixels.put(new int[] {1, 2, 3, 4, 5, 6});
    assertThat(DeviceLibrary.bitmap(bitmap)).isZero();
    assertThat(pixels.get(5)).isEqualTo(99);
  }
}
