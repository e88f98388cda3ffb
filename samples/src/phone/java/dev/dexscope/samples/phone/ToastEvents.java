package dev.dexscope.samples.phone;

import android.widget.Toast$Callback;

/** Reports what becomes of a toast. */
public final class ToastEvents extends Toast$Callback {
  @Override
  public void onToastShown() {
    Events.add("onToastShown");
  }

  @Override
  public void onToastHidden() {
    Events.add("onToastHidden");
  }
}
