package dev.dexscope.apphost.device.frames;

import android.content.res.AssetManager;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;
import org.robolectric.util.reflector.WithType;

/**
 * Images in files and packages for {@code ImageDecoder}, whose native code for the host takes those
 * in memory.
 */
@Implements(
    className = FileImages.DECODER,
    minSdk = 35,
    isInAndroidSdk = false,
    callNativeMethodsByDefault = true)
public class FileImages {
  static final String DECODER = "android.graphics.ImageDecoder";
  private static final String SOURCE = DECODER + "$Source";

  /** The framework's own methods. */
  @ForType(className = DECODER)
  interface Decoder {
    /** Takes an image in memory. */
    @Static
    Object nCreate(
        byte[] data,
        int offset,
        int length,
        boolean preferAnimation,
        @WithType(SOURCE) Object source);
  }

  /** Of {@code ImageDecoder}: a resource or asset. */
  @Implementation
  protected static @ClassName(DECODER) Object createFromAsset(
      AssetManager.AssetInputStream in, boolean preferAnimation, @ClassName(SOURCE) Object source)
      throws IOException {
    return inMemory(in.readAllBytes(), preferAnimation, source);
  }

  /** Of {@code ImageDecoder}: from the descriptor's position on. */
  @Implementation
  protected static @ClassName(DECODER) Object nCreate(
      FileDescriptor file, long length, boolean preferAnimation, @ClassName(SOURCE) Object source)
      throws IOException {
    // Not closed: the descriptor is its owner's.
    @SuppressWarnings("resource")
    var in = new FileInputStream(file);
    byte[] data =
        length < 0 || length > Integer.MAX_VALUE ? in.readAllBytes() : in.readNBytes((int) length);
    return inMemory(data, preferAnimation, source);
  }

  private static Object inMemory(byte[] data, boolean preferAnimation, Object source) {
    return Reflector.reflector(Decoder.class)
        .nCreate(data, 0, data.length, preferAnimation, source);
  }
}
