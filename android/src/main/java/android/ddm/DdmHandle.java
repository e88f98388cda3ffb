package android.ddm;

import java.nio.ByteBuffer;
import org.apache.harmony.dalvik.ddmc.ChunkHandler;

/** The base of Android's own handlers. */
public abstract class DdmHandle extends ChunkHandler {
  public static String getString(ByteBuffer buf, int length) {
    return ChunkHandler.getString(buf, length);
  }

  /** Reads a string behind its length. */
  public static String getString(ByteBuffer buf) {
    return getString(buf, buf.getInt());
  }

  public static void putString(ByteBuffer buf, String text) {
    ChunkHandler.putString(buf, text);
  }
}
