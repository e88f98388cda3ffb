package dev.dexscope.apphost.device.media;

import android.content.Context;
import android.media.SoundPool;
import android.os.Handler;
import android.os.Looper;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowSoundPool;

/** Sounds are loaded, which games wait for; nothing is heard of them. */
@Implements(SoundPool.class)
public class OwnSounds extends ShadowSoundPool {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private SoundPool real;

  private final Handler main = new Handler(Looper.getMainLooper());
  private SoundPool.OnLoadCompleteListener listener = (pool, sound, status) -> {};

  /** Of {@code SoundPool}. */
  @Override
  @Implementation
  protected void setOnLoadCompleteListener(SoundPool.OnLoadCompleteListener listener) {
    this.listener = listener == null ? (pool, sound, status) -> {} : listener;
  }

  /** Of {@code SoundPool}. */
  @Override
  @Implementation
  protected int load(String path, int priority) {
    return loaded(super.load(path, priority));
  }

  /** Of {@code SoundPool}. */
  @Override
  @Implementation
  protected int load(Context context, int resource, int priority) {
    return loaded(super.load(context, resource, priority));
  }

  private int loaded(int sound) {
    main.post(() -> listener.onLoadComplete(real, sound, 0));
    return sound;
  }
}
