package android.ddm;

import java.nio.ByteBuffer;
import org.apache.harmony.dalvik.ddmc.Chunk;
import org.apache.harmony.dalvik.ddmc.ChunkHandler;
import org.apache.harmony.dalvik.ddmc.DdmServer;

/** Tells the DDM server how the app is called: chunk APNM. */
public class DdmHandleAppName extends DdmHandle {
  public static final int CHUNK_APNM = ChunkHandler.type("APNM");

  private static volatile Names names = new Names("", "");

  private DdmHandleAppName() {}

  /** The names of the app. */
  static final class Names {
    private final String appName;
    private final String packageName;

    private Names(String appName, String packageName) {
      this.appName = appName;
      this.packageName = packageName;
    }

    public String getAppName() {
      return appName;
    }

    public String getPkgName() {
      return packageName;
    }
  }

  /** Nothing to do: no server asks for names. */
  public static void register() {}

  @Override
  public void onConnected() {}

  @Override
  public void onDisconnected() {}

  @Override
  public Chunk handleChunk(Chunk request) {
    return null;
  }

  public static void setAppName(String name, int userId) {
    setAppName(name, name, userId);
  }

  /** Sets and sends the names. */
  public static void setAppName(String name, String pkgName, int userId) {
    if (name == null || name.isEmpty() || pkgName == null || pkgName.isEmpty()) {
      return;
    }
    names = new Names(name, pkgName);
    ByteBuffer out =
        ByteBuffer.allocate(4 + 2 * name.length() + 4 + 4 + 2 * pkgName.length())
            .order(CHUNK_ORDER);
    out.putInt(name.length());
    putString(out, name);
    out.putInt(userId);
    out.putInt(pkgName.length());
    putString(out, pkgName);
    DdmServer.sendChunk(new Chunk(CHUNK_APNM, out));
  }

  @SuppressWarnings("exports") // As on Android.
  public static Names getNames() {
    return names;
  }
}
