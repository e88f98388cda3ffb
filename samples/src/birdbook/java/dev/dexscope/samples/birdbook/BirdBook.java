package dev.dexscope.samples.birdbook;

import android.app.Application;
import android.content.Context;
import android.content.SharedPreferences;

/** The app: a notebook of the birds that somebody has seen. */
public final class BirdBook extends Application {
  static final String STARTS = "starts";

  private SightingStore sightings;

  @Override
  public void onCreate() {
    super.onCreate();
    SharedPreferences preferences = preferences(this);
    preferences.edit().putInt(STARTS, preferences.getInt(STARTS, 0) + 1).apply();
  }

  static SharedPreferences preferences(Context context) {
    return context.getSharedPreferences("birdbook", MODE_PRIVATE);
  }

  static SightingStore sightings(Context context) {
    BirdBook app = (BirdBook) context.getApplicationContext();
    synchronized (app) {
      if (app.sightings == null) {
        app.sightings = new SightingStore(app);
      }
      return app.sightings;
    }
  }
}
