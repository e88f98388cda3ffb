package dev.dexscope.samples.birdbook;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** Counts all birds on a thread of its own, then tells {@link CountReceiver}. */
public final class CountService extends Service {
  @Override
  public int onStartCommand(Intent intent, int flags, int start) {
    new Thread(() -> count(start), "count").start();
    return START_NOT_STICKY;
  }

  private void count(int start) {
    int[] totals = BirdBook.sightings(this).totals();
    sendBroadcast(
        new Intent(this, CountReceiver.class)
            .putExtra(CountReceiver.BIRDS, totals[0])
            .putExtra(CountReceiver.SPECIES, totals[1]));
    stopSelf(start);
  }

  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }
}
