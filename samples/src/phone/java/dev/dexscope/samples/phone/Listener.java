package dev.dexscope.samples.phone;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Hears what is meant for this app. */
public final class Listener extends BroadcastReceiver {
  private static Listener last;

  @Override
  public void onReceive(Context context, Intent intent) {
    Events.add("heard:" + intent.getAction() + (equals(last) ? "" : ":new"));
    last = this;
    if (isOrderedBroadcast()) {
      setResult(9, "data", null);
    }
  }
}
