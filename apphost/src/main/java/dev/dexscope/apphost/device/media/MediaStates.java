package dev.dexscope.apphost.device.media;

import android.media.MediaRecorder;
import dev.dexscope.apphost.device.phone.Precedes;
import java.io.File;
import java.io.FileNotFoundException;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowMediaRecorder;

/** Calls that players and recorders refuse in a state that is not for them. */
@SuppressWarnings("unused")
public final class MediaStates {
  private MediaStates() {}

  /** {@code MediaPlayer} and {@code MediaMetadataRetriever} with a path, among others. */
  @Precedes({"android.media.MediaMetadataRetriever", "android.media.MediaPlayer"})
  static void setDataSource(Object of, Object source) throws FileNotFoundException {
    if (!(source instanceof String path) || path.contains("://") || new File(path).exists()) {
      return;
    }
    if (of.getClass().getSimpleName().equals("MediaMetadataRetriever")) {
      throw new IllegalArgumentException(path + " does not exist");
    }
    throw new FileNotFoundException(path + ": open failed: ENOENT (No such file or directory)");
  }

  @Precedes("android.media.MediaRecorder")
  static void prepare(MediaRecorder recorder) {
    require(recorder, ShadowMediaRecorder.STATE_DATA_SOURCE_CONFIGURED);
  }

  @Precedes("android.media.MediaRecorder")
  static void start(MediaRecorder recorder) {
    require(recorder, ShadowMediaRecorder.STATE_PREPARED);
  }

  @Precedes("android.media.MediaRecorder")
  static void stop(MediaRecorder recorder) {
    require(recorder, ShadowMediaRecorder.STATE_RECORDING);
  }

  private static void require(MediaRecorder recorder, int state) {
    ShadowMediaRecorder shadow = Shadow.extract(recorder);
    if (shadow.getState() != state) {
      throw new IllegalStateException();
    }
  }
}
