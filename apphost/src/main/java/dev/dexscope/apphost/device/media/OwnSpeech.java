package dev.dexscope.apphost.device.media;

import android.content.Context;
import android.os.Handler;
import android.os.Looper;
import android.speech.tts.TextToSpeech;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowTextToSpeech;

/** A voice that is ready, which apps wait for, and not heard. */
@Implements(TextToSpeech.class)
public class OwnSpeech extends ShadowTextToSpeech {
  /** Of {@code TextToSpeech}. */
  @Override
  @Implementation
  protected void __constructor__(
      Context context,
      TextToSpeech.@Nullable OnInitListener listener,
      @Nullable String engine,
      @Nullable String packageName,
      boolean useFallback) {
    super.__constructor__(context, listener, engine, packageName, useFallback);
    for (Locale each : Locale.getAvailableLocales()) {
      addLanguageAvailability(each);
    }
    if (listener != null) {
      new Handler(Looper.getMainLooper()).post(() -> listener.onInit(TextToSpeech.SUCCESS));
    }
  }
}
