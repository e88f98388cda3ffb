package dev.dexscope.samples.phone;

import android.app.IntentService;
import android.content.Intent;

/** Does one thing after the other on a thread of its own, and ends. */
@SuppressWarnings("deprecation") // Apps have it.
public final class Queue extends IntentService {
  /** Made by the system. */
  public Queue() {
    super("queue");
  }

  @Override
  protected void onHandleIntent(Intent intent) {
    Events.add("handle:" + intent.getAction());
  }

  @Override
  public void onDestroy() {
    super.onDestroy();
    Events.add("destroy");
  }
}
