package dev.dexscope.apphost.device.media;

import android.content.Context;
import android.content.res.AssetFileDescriptor;
import android.media.MediaRecorder;
import android.net.Uri;
import dev.dexscope.apphost.device.phone.Precedes;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowMediaRecorder;
import org.robolectric.shadows.util.DataSource;

/** Calls that players and recorders refuse in a state that is not for them. */
@SuppressWarnings("unused")
public final class MediaStates {
  private MediaStates() {}

  /** {@code MediaPlayer} and {@code MediaMetadataRetriever} with a path, among others. */
  @Precedes({"android.media.MediaMetadataRetriever", "android.media.MediaPlayer"})
  static void setDataSource(Object of, Object source) throws FileNotFoundException {
    if (source instanceof AssetFileDescriptor file) {
      setDataSource(of, file.getFileDescriptor(), file.getStartOffset(), file.getDeclaredLength());
      return;
    }
    if (source instanceof FileDescriptor file) {
      setDataSource(of, file, 0, -1);
      return;
    }
    if (!(source instanceof String path) || path.contains("://")) {
      return;
    }
    if (new File(path).exists()) {
      PlayedMedia.open(of, DataSource.toDataSource(path, null), path);
      return;
    }
    if (of.getClass().getSimpleName().equals("MediaMetadataRetriever")) {
      throw new IllegalArgumentException(path + " does not exist");
    }
    throw new FileNotFoundException(path + ": open failed: ENOENT (No such file or directory)");
  }

  /** With a part of an open file. */
  @Precedes({"android.media.MediaMetadataRetriever", "android.media.MediaPlayer"})
  static void setDataSource(Object of, FileDescriptor file, long offset, long length) {
    PlayedMedia.open(of, DataSource.toDataSource(file, offset, length), file, offset, length);
  }

  /** With an address. */
  @Precedes({"android.media.MediaMetadataRetriever", "android.media.MediaPlayer"})
  static void setDataSource(Object of, Context context, Uri uri) {
    PlayedMedia.open(of, DataSource.toDataSource(context, uri), context, uri);
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
