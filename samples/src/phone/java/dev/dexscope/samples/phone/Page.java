package dev.dexscope.samples.phone;

import android.app.Activity;
import android.content.Intent;
import android.content.res.Configuration;
import android.os.Bundle;
import android.widget.FrameLayout;

/** An activity that notes what the system calls it for. */
abstract class Page extends Activity {
  private static volatile Page last;

  /** What came last. */
  private volatile String state = "";

  private void note(String event) {
    state = event;
    Events.add(getClass().getSimpleName() + "." + event);
  }

  /** Returns the one that was created last. */
  static Page last() {
    return last;
  }

  /** Returns whether it is at the front. */
  boolean isUp() {
    return state.equals("resume");
  }

  /** Returns whether it was seen, and is no longer. */
  boolean isCovered() {
    return state.equals("save") || state.equals("destroy");
  }

  boolean isGone() {
    return state.equals("destroy");
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    last = this;
    note(state == null ? "create" : "create:" + state.getString("kept"));
    setContentView(new FrameLayout(this));
  }

  @Override
  protected void onStart() {
    super.onStart();
    note("start");
  }

  @Override
  protected void onRestart() {
    super.onRestart();
    note("restart");
  }

  @Override
  protected void onResume() {
    super.onResume();
    note("resume");
  }

  @Override
  protected void onPause() {
    super.onPause();
    note("pause");
  }

  @Override
  protected void onStop() {
    super.onStop();
    note("stop");
  }

  @Override
  protected void onDestroy() {
    super.onDestroy();
    note("destroy");
  }

  @Override
  protected void onSaveInstanceState(Bundle state) {
    super.onSaveInstanceState(state);
    state.putString("kept", "state");
    note("save");
  }

  @Override
  protected void onNewIntent(Intent intent) {
    super.onNewIntent(intent);
    note("new");
  }

  @Override
  protected void onUserLeaveHint() {
    super.onUserLeaveHint();
    note("leave");
  }

  @Override
  protected void onActivityResult(int request, int code, Intent data) {
    super.onActivityResult(request, code, data);
    note("result:" + request + ":" + code);
  }

  @Override
  public void onConfigurationChanged(Configuration configuration) {
    super.onConfigurationChanged(configuration);
    note("changed");
  }
}
