package dev.dexscope.samples.motion;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Rect;
import android.os.Bundle;
import android.text.InputType;
import android.view.MotionEvent;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import android.view.inputmethod.BaseInputConnection;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;

/**
 * One view that draws what others make of many, as Compose does: a bell that rings when it is
 * tapped, and a field with its label inside. Screen readers get them as nodes without views.
 */
final class Board extends View {
  /** {@code ACTION_SET_TEXT} and its argument, of level 21. */
  private static final int SET_TEXT = 0x200000;

  private static final String TEXT = "ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE";

  private static final int BELL = 1;
  private static final int FIELD = 2;
  private static final int LABEL = 3;

  int rings;
  String typed = "";

  private final Paint paint = new Paint();

  Board(Context context) {
    super(context);
    setId(R.id.board);
    setFocusableInTouchMode(true);
    paint.setTextSize(40);
  }

  private Rect place(int part) {
    int middle = getWidth() / 2;
    switch (part) {
      case BELL:
        return new Rect(0, 0, middle, getHeight());
      case FIELD:
        return new Rect(middle, 0, getWidth(), getHeight());
      default:
        return new Rect(middle, 0, getWidth(), getHeight() / 2);
    }
  }

  @Override
  protected void onDraw(Canvas canvas) {
    canvas.drawText("Bell " + rings, 0, getHeight(), paint);
    canvas.drawText("Name: " + typed, getWidth() / 2f, getHeight(), paint);
  }

  @Override
  public boolean onTouchEvent(MotionEvent event) {
    if (event.getAction() == MotionEvent.ACTION_UP) {
      int x = (int) event.getX();
      int y = (int) event.getY();
      if (place(BELL).contains(x, y)) {
        rings++;
      } else {
        requestFocus();
      }
      invalidate();
    }
    return true;
  }

  @Override
  public boolean onCheckIsTextEditor() {
    return true;
  }

  @Override
  public InputConnection onCreateInputConnection(EditorInfo out) {
    out.inputType = InputType.TYPE_CLASS_TEXT;
    return new BaseInputConnection(this, false) {
      @Override
      public boolean commitText(CharSequence text, int cursor) {
        typed += text;
        invalidate();
        return true;
      }
    };
  }

  @Override
  public AccessibilityNodeProvider getAccessibilityNodeProvider() {
    return new Parts();
  }

  /** The parts as nodes. */
  private final class Parts extends AccessibilityNodeProvider {
    @Override
    public AccessibilityNodeInfo createAccessibilityNodeInfo(int part) {
      if (part == View.NO_ID) {
        AccessibilityNodeInfo all = AccessibilityNodeInfo.obtain(Board.this);
        onInitializeAccessibilityNodeInfo(all);
        all.addChild(Board.this, BELL);
        all.addChild(Board.this, FIELD);
        return all;
      }
      AccessibilityNodeInfo info = AccessibilityNodeInfo.obtain(Board.this, part);
      info.setVisibleToUser(true);
      info.setEnabled(true);
      info.setClickable(part != LABEL);
      int[] at = new int[2];
      getLocationOnScreen(at);
      Rect place = place(part);
      place.offset(at[0], at[1]);
      info.setBoundsInScreen(place);
      switch (part) {
        case BELL:
          info.setClassName("android.widget.Button");
          info.setContentDescription("Bell");
          break;
        case FIELD:
          info.setClassName("android.widget.EditText");
          info.setText(typed);
          info.addAction(SET_TEXT);
          setEditable(info);
          info.addChild(Board.this, LABEL);
          break;
        default:
          info.setClassName("android.widget.TextView");
          info.setText("Name");
          // Its field again: whoever walks the nodes has to end all the same.
          info.addChild(Board.this, FIELD);
          break;
      }
      return info;
    }

    @Override
    public boolean performAction(int part, int action, Bundle arguments) {
      if (part == FIELD && action == AccessibilityNodeInfo.ACTION_FOCUS) {
        return requestFocus();
      }
      if (part == FIELD && action == SET_TEXT) {
        typed = arguments.getCharSequence(TEXT).toString();
        invalidate();
        return true;
      }
      return false;
    }
  }

  /** Of level 18. */
  private static void setEditable(AccessibilityNodeInfo info) {
    try {
      AccessibilityNodeInfo.class.getMethod("setEditable", boolean.class).invoke(info, true);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
