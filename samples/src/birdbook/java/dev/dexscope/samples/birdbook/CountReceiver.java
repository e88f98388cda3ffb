package dev.dexscope.samples.birdbook;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Keeps what {@link CountService} has counted, for the list to show. */
public final class CountReceiver extends BroadcastReceiver {
  static final String BIRDS = "birds";
  static final String SPECIES = "species";

  @Override
  public void onReceive(Context context, Intent intent) {
    BirdBook.preferences(context)
        .edit()
        .putInt(BIRDS, intent.getIntExtra(BIRDS, 0))
        .putInt(SPECIES, intent.getIntExtra(SPECIES, 0))
        .apply();
  }
}
