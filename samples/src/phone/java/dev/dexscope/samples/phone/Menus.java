package dev.dexscope.samples.phone;

import android.view.Menu;
import android.view.MenuItem;
import android.view.View;

/** An activity with a menu, which notes what the window asks it for. */
public final class Menus extends Page {
  private static final int ITEM = 7;

  @Override
  public boolean onCreatePanelMenu(int feature, Menu menu) {
    Events.add("create:" + feature);
    return super.onCreatePanelMenu(feature, menu);
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    MenuItem item = menu.add(0, ITEM, 0, "Wren");
    item.setShowAsAction(MenuItem.SHOW_AS_ACTION_NEVER);
    return item.getItemId() == ITEM;
  }

  @Override
  public boolean onPreparePanel(int feature, View view, Menu menu) {
    Events.add("prepare:" + feature);
    return super.onPreparePanel(feature, view, menu);
  }

  @Override
  public boolean onMenuItemSelected(int feature, MenuItem item) {
    Events.add("selected:" + item.getItemId());
    return super.onMenuItemSelected(feature, item) || item.getItemId() == ITEM;
  }

  @Override
  public void onPanelClosed(int feature, Menu menu) {
    Events.add("closed:" + feature);
    super.onPanelClosed(feature, menu);
  }
}
