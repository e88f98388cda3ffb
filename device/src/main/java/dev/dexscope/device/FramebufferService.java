package dev.dexscope.device;

import dev.dexscope.device.shell.DeviceParts;
import dev.dexscope.device.shell.Screen;
import dev.dexscope.wire.WireWriter;
import dev.dexscope.wire.adb.AdbServices;
import dev.dexscope.wire.adb.AdbStream;
import java.io.IOException;

/**
 * The service {@code framebuffer:}: the pixels of the screen after {@code struct fbinfo} of adbd.
 */
record FramebufferService(DeviceParts parts) implements AdbServices.Service {
  private static final int VERSION = 2;
  private static final int BITS = 32;
  private static final int COLOUR_BITS = 8;

  @Override
  public void serve(AdbStream stream) throws IOException {
    Screen.Pixels pixels = new Screen(parts).pixels();
    WireWriter out =
        WireWriter.littleEndian()
            .i4(VERSION)
            .i4(BITS)
            .i4(pixels.colourSpace())
            .i4(pixels.rgba().length)
            .i4(pixels.width())
            .i4(pixels.height());
    // Where red, blue, green and alpha begin in a pixel, in this order.
    for (int offset : new int[] {0, 2 * COLOUR_BITS, COLOUR_BITS, 3 * COLOUR_BITS}) {
      out.i4(offset).i4(COLOUR_BITS);
    }
    stream.link().write(out.bytes(pixels.rgba()).toBytes());
  }
}
