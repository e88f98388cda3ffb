package dev.dexscope.apphost.device.media;

import android.content.Context;
import android.content.res.AssetFileDescriptor;
import android.media.MediaMetadataRetriever;
import android.media.MediaPlayer;
import android.net.Uri;
import android.os.SystemClock;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.robolectric.shadows.ShadowMediaMetadataRetriever;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowMediaPlayer.MediaInfo;
import org.robolectric.shadows.util.DataSource;
import org.robolectric.util.ReflectionHelpers;

/**
 * There is no sound and no video: what an app plays is nothing, for as long as its file says. The
 * length is known before Robolectric's stand-in requests it on the same thread.
 */
public final class PlayedMedia {
  /** The length of what is played next, in milliseconds. */
  private static final ThreadLocal<Integer> LENGTH =
      ThreadLocal.withInitial(() -> MediaLength.UNKNOWN);

  private PlayedMedia() {}

  /** What a source contains whose length was found last. */
  public static MediaInfo next() {
    Phone.current().happened(Kind.ABSENT, "MediaPlayer: is not heard or seen");
    var info = new MediaInfo(LENGTH.get(), 0);
    LENGTH.remove();
    info.events.clear();
    info.scheduleEventAtOffset(info.duration, PlayedMedia::ends);
    return info;
  }

  /**
   * The end has come. Robolectric's own event requests the end of the next round, and so does who
   * calls it: music that begins again would have twice as many ends each time.
   */
  private static void ends(MediaPlayer player, ShadowMediaPlayer shadow) {
    if (ReflectionHelpers.<Boolean>getField(shadow, "looping")) {
      ReflectionHelpers.setField(ShadowMediaPlayer.class, shadow, "startOffset", 0);
      ReflectionHelpers.setField(
          ShadowMediaPlayer.class, shadow, "startTime", SystemClock.uptimeMillis());
    }
    if (shadow.getState() == ShadowMediaPlayer.State.END) {
      // Another thread has released the player, even while this one let it begin again: who calls
      // this would request an end that no released player may have.
      shadow.doStop();
    } else if (!ReflectionHelpers.<Boolean>getField(shadow, "looping")) {
      shadow.doStop();
      shadow.invokeCompletionListener();
    }
  }

  /** A part of an open file is played next, or described. */
  static void open(Object by, DataSource source, FileDescriptor file, long offset, long length) {
    // Closing the stream would close the app's file.
    @SuppressWarnings("resource")
    FileChannel channel = new FileInputStream(file).getChannel();
    try {
      found(by, source, MediaLength.of(channel, offset, length));
    } catch (IOException e) {
      found(by, source, MediaLength.UNKNOWN);
    }
  }

  /** A file is played next, or described. */
  static void open(Object by, DataSource source, String path) {
    try (FileChannel channel = FileChannel.open(Path.of(path))) {
      found(by, source, MediaLength.of(channel, 0, -1));
    } catch (IOException e) {
      found(by, source, MediaLength.UNKNOWN);
    }
  }

  /** What an app's or the system's provider has is played next, or described. */
  static void open(Object by, DataSource source, Context context, Uri uri) {
    try {
      AssetFileDescriptor file = context.getContentResolver().openAssetFileDescriptor(uri, "r");
      if (file != null) {
        long length = file.getDeclaredLength();
        open(by, source, file.getFileDescriptor(), file.getStartOffset(), length);
        file.close();
      }
    } catch (IOException | SecurityException e) {
      found(by, source, MediaLength.UNKNOWN);
    }
  }

  private static void found(Object by, DataSource source, int length) {
    if (by instanceof MediaMetadataRetriever) {
      ShadowMediaMetadataRetriever.addMetadata(
          source, MediaMetadataRetriever.METADATA_KEY_DURATION, String.valueOf(length));
    } else {
      LENGTH.set(length);
    }
  }
}
