package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.content.Context;
import android.content.res.Resources;
import android.graphics.Rect;
import android.view.Gravity;
import android.view.View;
import android.view.WindowInsets;
import android.view.WindowInsetsAnimation;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.InputMethodManager;
import android.widget.EditText;
import android.widget.FrameLayout;
import java.util.List;

/** Windows: what the bars of the system and the keyboard take of them. */
final class WindowTests {
  /** Of level 30, and the type of the keyboard's insets of that level. */
  private static final int R = 30;

  private static final int IME = 8;

  private final PhoneTests tests;

  WindowTests(PhoneTests tests) {
    this.tests = tests;
  }

  void run() {
    tests.test("theBarsAreInsets", this::theBarsAreInsets);
    tests.test("theKeysAreAtTheSideOfAPhoneThatLies", this::theKeysAreAtTheSideOfAPhoneThatLies);
    tests.test("theBarsAreAsTheWindowInFrontWants", this::theBarsAreAsTheWindowInFrontWants);
    tests.test("theKeyboardIsAnInset", this::theKeyboardIsAnInset);
    tests.test("theKeyboardMayBeThereAtFirst", this::theKeyboardMayBeThereAtFirst);
    if (PhoneTests.level() > R) {
      tests.test("theKeyboardPushesItsFieldUp", this::theKeyboardPushesItsFieldUp);
      tests.test("windowsAskForTheKeyboard", this::windowsAskForTheKeyboard);
      tests.test("theKeyboardComesFrameByFrame", this::theKeyboardComesFrameByFrame);
    }
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

  private void theKeyboardIsAnInset() throws Exception {
    Activity first = tests.open(First.class);
    EditText field = field(first, LayoutParams.SOFT_INPUT_ADJUST_RESIZE);
    int before = keyboard(first);
    same(before, 0);
    tests.main(() -> keyboards(first).showSoftInput(field, 0));
    tests.until(() -> keyboard(first) > size("navigation_bar_height"));
    int[] all = tests.main(() -> {
      int[] sizes = {first.getWindow().getDecorView().getHeight(), 0};
      sizes[1] = sizes[0] - keyboard(first);
      return sizes;
    });
    check(all[1] > all[0] / 4 && all[1] < all[0] * 3 / 4, all[1] + " of " + all[0]);
    Rect visible = new Rect();
    tests.main(() -> {
      field.getWindowVisibleDisplayFrame(visible);
      return null;
    });
    same(visible.bottom, all[1]);
    tests.main(() -> keyboards(first).hideSoftInputFromWindow(field.getWindowToken(), 0));
    tests.until(() -> keyboard(first) == 0);
    tests.end(first);
  }

  private void theKeyboardPushesItsFieldUp() throws Exception {
    Activity first = tests.open(First.class);
    EditText field = field(first, LayoutParams.SOFT_INPUT_ADJUST_PAN);
    int before = bottom(field);
    tests.main(() -> keyboards(first).showSoftInput(field, 0));
    tests.until(() -> keyboard(first) > 0);
    tests.until(() -> bottom(field) < before);
    int top = first.getWindow().getDecorView().getHeight() - keyboard(first);
    check(bottom(field) <= top, bottom(field) + " below " + top);
    tests.main(() -> keyboards(first).hideSoftInputFromWindow(field.getWindowToken(), 0));
    tests.until(() -> bottom(field) == before);
    tests.end(first);
  }

  private void theKeyboardMayBeThereAtFirst() throws Exception {
    Activity first = tests.open(First.class);
    Dialog dialog = tests.main(() -> {
      Dialog asking = new Dialog(first);
      EditText field = new EditText(first);
      asking.setContentView(field);
      asking.getWindow().setSoftInputMode(LayoutParams.SOFT_INPUT_STATE_VISIBLE);
      field.requestFocus();
      asking.show();
      return asking;
    });
    tests.until(() -> keyboard(first) > 0);
    tests.main(() -> {
      dialog.dismiss();
      return null;
    });
    tests.until(() -> keyboard(first) == 0);
    tests.end(first);
  }

  private void windowsAskForTheKeyboard() throws Exception {
    Activity first = tests.open(First.class);
    EditText field = field(first, LayoutParams.SOFT_INPUT_ADJUST_RESIZE);
    Object controller = tests.main(() -> call(field, "getWindowInsetsController"));
    tests.main(() -> call(controller, "show", IME));
    tests.until(() -> keyboard(first) > 0);
    tests.main(() -> call(controller, "hide", IME));
    tests.until(() -> keyboard(first) == 0);
    tests.end(first);
  }

  private void theKeyboardComesFrameByFrame() throws Exception {
    Activity first = tests.open(First.class);
    EditText field = field(first, LayoutParams.SOFT_INPUT_ADJUST_RESIZE);
    tests.main(() -> {
      call(field, "setWindowInsetsAnimationCallback", new Moves());
      return keyboards(first).showSoftInput(field, 0);
    });
    Events.await("end");
    tests.main(() -> keyboards(first).hideSoftInputFromWindow(field.getWindowToken(), 0));
    tests.until(() -> Events.all().lastIndexOf("end") > Events.all().indexOf("end"));
    check(Events.all().contains(" prepare progress progress"), Events.all());
    tests.end(first);
  }

  /** Notes how the keyboard comes and goes. */
  private static final class Moves extends WindowInsetsAnimation.Callback {
    Moves() {
      super(0);
    }

    @Override
    public void onPrepare(WindowInsetsAnimation animation) {
      Events.add("prepare");
    }

    @Override
    public WindowInsets onProgress(WindowInsets insets, List<WindowInsetsAnimation> running) {
      Events.add("progress");
      return insets;
    }

    @Override
    public void onEnd(WindowInsetsAnimation animation) {
      Events.add("end");
    }
  }

  /** A field at the bottom of an activity, which has the focus. */
  private EditText field(Activity activity, int mode) throws Exception {
    EditText made = tests.main(() -> {
      activity.getWindow().setSoftInputMode(LayoutParams.SOFT_INPUT_STATE_HIDDEN | mode);
      EditText field = new EditText(activity);
      FrameLayout content = new FrameLayout(activity);
      content.addView(field, new FrameLayout.LayoutParams(300, 100, Gravity.BOTTOM));
      activity.setContentView(content);
      field.requestFocus();
      return field;
    });
    tests.settle();
    return made;
  }

  private static InputMethodManager keyboards(Activity activity) {
    return (InputMethodManager) activity.getSystemService(Context.INPUT_METHOD_SERVICE);
  }

  private int bottom(View view) throws Exception {
    return tests.main(() -> {
      int[] at = new int[2];
      view.getLocationOnScreen(at);
      return at[1] + view.getHeight();
    });
  }

  /** Returns how much of a window the keyboard covers; of level 30. */
  private int keyboard(Activity activity) throws Exception {
    View decor = activity.getWindow().getDecorView();
    Object insets = View.class.getMethod("getRootWindowInsets").invoke(decor);
    Object covered = call(insets, "getInsets", IME);
    int bottom = covered.getClass().getField("bottom").getInt(covered);
    same(call(insets, "isVisible", IME), bottom > 0);
    return bottom;
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
