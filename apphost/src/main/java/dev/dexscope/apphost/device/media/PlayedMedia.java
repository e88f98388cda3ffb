package dev.dexscope.apphost.device.media;

import android.media.MediaPlayer;
import android.os.SystemClock;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowMediaPlayer.MediaInfo;
import org.robolectric.util.ReflectionHelpers;

/** There is no sound and no video: whatever an app plays is a second of nothing. */
public final class PlayedMedia {
  private PlayedMedia() {}

  /** What any source contains. */
  public static MediaInfo any() {
    Phone.current().happened(Kind.ABSENT, "MediaPlayer: plays a second of nothing");
    var info = new MediaInfo();
    info.events.clear();
    info.scheduleEventAtOffset(info.duration, PlayedMedia::ends);
    return info;
  }

  /**
   * The end has come. Robolectric's own event requests the end of the next round, and so does who
   * calls it: music that begins again would have twice as many ends each time.
   */
  private static void ends(MediaPlayer player, ShadowMediaPlayer shadow) {
    if (player.isLooping()) {
      ReflectionHelpers.setField(ShadowMediaPlayer.class, shadow, "startOffset", 0);
      ReflectionHelpers.setField(
          ShadowMediaPlayer.class, shadow, "startTime", SystemClock.uptimeMillis());
    } else {
      shadow.doStop();
      shadow.invokeCompletionListener();
    }
  }
}
