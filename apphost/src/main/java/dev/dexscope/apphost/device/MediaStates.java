package dev.dexscope.apphost.device;

import android.media.MediaRecorder;
import java.io.File;
import java.io.FileNotFoundException;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowMediaRecorder;

/**
 * What players and recorders refuse: {@link CallSites} calls these methods before those of the same
 * name of {@code MediaPlayer}, {@code MediaRecorder} and {@code MediaMetadataRetriever}.
 */
@SuppressWarnings("unused")
final class MediaStates {
  private MediaStates() {}

  /** {@code MediaPlayer} and {@code MediaMetadataRetriever} with a path, among others. */
  static void setDataSource(Object of, Object source) throws FileNotFoundException {
    if (!(source instanceof String path) || path.contains("://") || new File(path).exists()) {
      return;
    }
    if (of.getClass().getSimpleName().equals("MediaMetadataRetriever")) {
      throw new IllegalArgumentException(path + " does not exist");
    }
    throw new FileNotFoundException(path + ": open failed: ENOENT (No such file or directory)");
  }

  static void prepare(MediaRecorder recorder) {
    require(recorder, ShadowMediaRecorder.STATE_DATA_SOURCE_CONFIGURED);
  }

  static void start(MediaRecorder recorder) {
    require(recorder, ShadowMediaRecorder.STATE_PREPARED);
  }

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
