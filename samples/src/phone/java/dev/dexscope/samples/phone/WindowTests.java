package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.content.res.Resources;
import android.view.View;

/** Windows: what the bars of the system take of them. */
final class WindowTests {
  private final PhoneTests tests;

  WindowTests(PhoneTests tests) {
    this.tests = tests;
  }

  void run() {
    tests.test("theBarsAreInsets", this::theBarsAreInsets);
    tests.test("theKeysAreAtTheSideOfAPhoneThatLies", this::theKeysAreAtTheSideOfAPhoneThatLies);
    tests.test("theBarsAreAsTheWindowInFrontWants", this::theBarsAreAsTheWindowInFrontWants);
  }

  private void theBarsAreInsets() throws Exception {
    Activity first = tests.open(First.class);
    tests.settle();
    same(insets(first), "0 " + size("status_bar_height") + " 0 " + size("navigation_bar_height"));
    tests.end(first);
  }

  private void theKeysAreAtTheSideOfAPhoneThatLies() throws Exception {
    Activity wide = tests.open(Wide.class);
    tests.settle();
    same(insets(wide), "0 " + size("status_bar_height") + " " + size("navigation_bar_width") + " 0");
    tests.end(wide);
  }

  private void theBarsAreAsTheWindowInFrontWants() throws Exception {
    Activity first = tests.open(First.class);
    String shown = insets(first);
    tests.main(() -> {
      first
          .getWindow()
          .getDecorView()
          .setSystemUiVisibility(
              View.SYSTEM_UI_FLAG_FULLSCREEN | View.SYSTEM_UI_FLAG_HIDE_NAVIGATION);
      return null;
    });
    tests.until(() -> insets(first).equals("0 0 0 0"));

    Dialog dialog = tests.main(() -> new AlertDialog.Builder(first).setMessage("Wren").show());
    tests.until(() -> insets(first).equals(shown));
    tests.main(() -> {
      dialog.dismiss();
      return null;
    });
    tests.until(() -> insets(first).equals("0 0 0 0"));
    tests.end(first);
  }

  private static int size(String name) {
    Resources system = Resources.getSystem();
    return system.getDimensionPixelSize(system.getIdentifier(name, "dimen", "android"));
  }

  /** Left, top, right and bottom; of level 23. */
  private String insets(Activity activity) throws Exception {
    return tests.main(() -> {
      View decor = activity.getWindow().getDecorView();
      Object insets = View.class.getMethod("getRootWindowInsets").invoke(decor);
      StringBuilder all = new StringBuilder();
      for (String each : new String[] {"Left", "Top", "Right", "Bottom"}) {
        all.append(all.length() == 0 ? "" : " ")
            .append(insets.getClass().getMethod("getSystemWindowInset" + each).invoke(insets));
      }
      return all.toString();
    });
  }
}
