package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.animation.Animator;
import android.animation.AnimatorListenerAdapter;
import android.animation.ValueAnimator;
import android.content.SharedPreferences;
import android.database.MatrixCursor;
import android.os.ParcelFileDescriptor;
import android.util.Log;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputMethodManager;
import java.io.File;
import java.io.FileOutputStream;
import android.app.Activity;
import android.app.Dialog;
import android.content.ClipData;
import android.content.Context;
import android.content.res.ColorStateList;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.content.res.TypedArray;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Matrix;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.Point;
import android.graphics.Rect;
import android.graphics.RectF;
import android.graphics.Typeface;
import android.graphics.drawable.ColorDrawable;
import android.graphics.drawable.Drawable;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.os.Parcel;
import android.os.Parcelable;
import android.text.Layout;
import android.text.SpannableString;
import android.text.SpannableStringBuilder;
import android.text.Spanned;
import android.text.StaticLayout;
import android.text.TextPaint;
import android.text.TextUtils;
import android.text.style.UnderlineSpan;
import android.util.DisplayMetrics;
import android.util.SparseArray;
import android.util.SparseBooleanArray;
import android.util.SparseIntArray;
import android.util.TypedValue;
import android.view.FocusFinder;
import android.view.InputDevice;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewGroup;
import android.view.Window;
import android.view.WindowManager;
import android.widget.EditText;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls that nearly every app and library makes, as {@code suites/run SystemCalls} ranks them:
 * drawing, values, texts, events, and the geometry of views.
 */
@SuppressWarnings("deprecation") // Libraries call those, too.
final class CallTests {
  private static final int SIZE = 8;

  private final PhoneTests tests;
  private final Context app;

  CallTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("canvasesKeepTheirMatrix", this::canvasesKeepTheirMatrix);
    tests.test("canvasesClipAndDraw", this::canvasesClipAndDraw);
    tests.test("matricesAreMultiplied", CallTests::matricesAreMultiplied);
    tests.test("paintsKeepWhatIsSet", CallTests::paintsKeepWhatIsSet);
    tests.test("rectanglesAndColorsAreValues", CallTests::rectanglesAndColorsAreValues);
    tests.test("drawablesHaveBoundsAndStates", CallTests::drawablesHaveBoundsAndStates);
    tests.test("parcelsReturnWhatWasWritten", CallTests::parcelsReturnWhatWasWritten);
    tests.test("addressesAreBuilt", CallTests::addressesAreBuilt);
    tests.test("sparseArraysAreSorted", CallTests::sparseArraysAreSorted);
    tests.test("textsHaveSpansAndLines", CallTests::textsHaveSpansAndLines);
    tests.test("eventsSayWhatTheyAre", CallTests::eventsSayWhatTheyAre);
    tests.test("resourcesAreFound", this::resourcesAreFound);
    tests.test("viewsAreMeasuredAndPlaced", this::viewsAreMeasuredAndPlaced);
    tests.test("viewsHaveProperties", this::viewsHaveProperties);
    tests.test("viewsPostAndLookForFocus", this::viewsPostAndLookForFocus);
    tests.test("handlersForgetWhatIsRemoved", this::handlersForgetWhatIsRemoved);
    tests.test("dialogsHaveAWindow", this::dialogsHaveAWindow);
    tests.test("fieldsAndViewsKeepWhatIsSet", this::fieldsAndViewsKeepWhatIsSet);
    tests.test("filesAndPreferencesAreKept", this::filesAndPreferencesAreKept);
    tests.test("activitiesAnswerTheirOwn", this::activitiesAnswerTheirOwn);
    tests.test("animatorsReportTheirEnd", this::animatorsReportTheirEnd);
    tests.test("viewsListenAndAreDescribed", this::viewsListenAndAreDescribed);
  }

  private void canvasesKeepTheirMatrix() {
    Bitmap bitmap = Bitmap.createBitmap(SIZE, SIZE, Bitmap.Config.ARGB_8888);
    Canvas canvas = new Canvas(bitmap);
    int first = canvas.save();
    same(first, 1);
    canvas.translate(2, 3);
    canvas.scale(2, 2);
    canvas.rotate(90);
    same(values(canvas.getMatrix()), "[0, -2, 2, 2, 0, 3, 0, 0, 1]");
    canvas.save();
    Matrix moved = new Matrix();
    moved.setTranslate(5, 0);
    canvas.concat(moved);
    same(values(canvas.getMatrix()), "[0, -2, 2, 2, 0, 13, 0, 0, 1]");
    canvas.restore();
    same(canvas.getSaveCount(), 2);
    canvas.restoreToCount(first);
    check(canvas.getMatrix().isIdentity(), canvas.getMatrix());
  }

  private void canvasesClipAndDraw() {
    Bitmap bitmap = Bitmap.createBitmap(SIZE, SIZE, Bitmap.Config.ARGB_8888);
    Canvas canvas = new Canvas(bitmap);
    Path left = new Path();
    left.moveTo(0, 0);
    left.lineTo(4, 0);
    left.lineTo(4, SIZE);
    left.lineTo(0, SIZE);
    left.close();
    canvas.save();
    check(canvas.clipPath(left), "something is left");
    canvas.drawColor(Color.RED);
    canvas.restore();
    same(bitmap.getPixel(1, 1), Color.RED);
    same(bitmap.getPixel(6, 1), 0);

    Paint paint = new Paint();
    paint.setColor(Color.BLUE);
    paint.setStyle(Paint.Style.FILL);
    Path curve = new Path();
    curve.moveTo(4, 0);
    curve.cubicTo(16, 0, 16, SIZE, 4, SIZE);
    canvas.drawPath(curve, paint);
    same(bitmap.getPixel(6, 4), Color.BLUE);
    curve.reset();
    check(curve.isEmpty(), "nothing is left");

    Bitmap copy = Bitmap.createBitmap(SIZE, SIZE, Bitmap.Config.ARGB_8888);
    new Canvas(copy).drawBitmap(bitmap, 0, 0, null);
    check(copy.sameAs(bitmap), "the same pixels");
  }

  private static void matricesAreMultiplied() {
    Matrix matrix = new Matrix();
    matrix.setTranslate(1, 2);
    matrix.postTranslate(3, 4);
    same(values(matrix), "[1, 0, 4, 0, 1, 6, 0, 0, 1]");
    Matrix other = new Matrix();
    other.set(matrix);
    matrix.reset();
    check(matrix.isIdentity(), matrix);
    float[] point = {1, 1};
    other.mapPoints(point);
    same(Arrays.toString(point), "[5.0, 7.0]");
  }

  private static void paintsKeepWhatIsSet() {
    Paint paint = new Paint();
    paint.setColor(Color.RED);
    paint.setAlpha(128);
    same(paint.getColor(), 0x80ff0000);
    paint.setStrokeWidth(2.5f);
    same(paint.getStrokeWidth(), 2.5f);
    paint.setStrokeCap(Paint.Cap.ROUND);
    same(paint.getStrokeCap(), Paint.Cap.ROUND);
    paint.setStrokeJoin(Paint.Join.BEVEL);
    same(paint.getStrokeJoin(), Paint.Join.BEVEL);
    paint.setStrokeMiter(7);
    same(paint.getStrokeMiter(), 7f);
    paint.setStyle(Paint.Style.STROKE);
    same(paint.getStyle(), Paint.Style.STROKE);
    paint.setFilterBitmap(true);
    check(paint.isFilterBitmap(), "filtered");
    same(paint.setColorFilter(null), null);
    TextPaint text = new TextPaint();
    text.setTextSize(20);
    check(text.measureText("Wren Wren") > 1.5f * text.measureText("Wren"), "a width");
    Typeface bold = Typeface.create(Typeface.DEFAULT, Typeface.BOLD);
    check(bold.isBold() && bold.getStyle() == Typeface.BOLD, bold);
  }

  private static void rectanglesAndColorsAreValues() {
    Rect rect = new Rect();
    rect.set(1, 2, 5, 10);
    same(rect.centerX() + " " + rect.centerY() + " " + rect.width() + " " + rect.height(), "3 6 4 8");
    RectF exact = new RectF(rect);
    same(exact.width() + " " + exact.height(), "4.0 8.0");
    exact.set(0, 0, 1.5f, 2);
    same(exact.width(), 1.5f);
    same(new Point(3, 4), new Point(3, 4));
    same(Color.argb(1, 2, 3, 4), 0x01020304);
    same(ColorStateList.valueOf(Color.RED).getDefaultColor(), Color.RED);
  }

  private static void drawablesHaveBoundsAndStates() throws Exception {
    Drawable drawable = new ColorDrawable(Color.RED);
    drawable.setBounds(1, 2, 3, 4);
    same(drawable.getBounds(), new Rect(1, 2, 3, 4));
    check(!drawable.setState(new int[] {android.R.attr.state_pressed}), "looks the same");
    same(Arrays.toString(drawable.getState()), "[" + android.R.attr.state_pressed + "]");
    check(drawable.setVisible(false, false), "a change");
    check(!drawable.setVisible(false, false), "no change");
    call(drawable, "setHotspot", 1f, 2f);
  }

  private static void parcelsReturnWhatWasWritten() {
    Parcel parcel = Parcel.obtain();
    Rect rect = new Rect(1, 2, 3, 4);
    parcel.writeInt(-7);
    parcel.writeString("Wren");
    parcel.writeString(null);
    parcel.writeParcelable(rect, 0);
    parcel.writeValue(new long[] {1, 2});
    TextUtils.writeToParcel("a bird", parcel, 0);
    parcel.setDataPosition(0);
    same(parcel.readInt(), -7);
    same(parcel.readString(), "Wren");
    same(parcel.readString(), null);
    same(parcel.<Rect>readParcelable(Rect.class.getClassLoader()), rect);
    same(Arrays.toString((long[]) parcel.readValue(null)), "[1, 2]");
    same(TextUtils.CHAR_SEQUENCE_CREATOR.createFromParcel(parcel).toString(), "a bird");
    same(parcel.dataAvail(), 0);
    parcel.recycle();

    Bundle bundle = new Bundle();
    bundle.putParcelable("rect", rect);
    bundle.putInt("more", 1);
    same(bundle.<Parcelable>getParcelable("rect"), rect);
    bundle.remove("rect");
    same(bundle.<Parcelable>getParcelable("rect"), null);
    same(bundle.size(), 1);
    same(ClipData.newPlainText("label", "text").getItemAt(0).getText(), "text");
  }

  private static void addressesAreBuilt() {
    Uri uri =
        new Uri.Builder()
            .scheme("content")
            .authority("birds")
            .appendPath("by name")
            .appendQueryParameter("q", "a&b")
            .build();
    same(uri.toString(), "content://birds/by%20name?q=a%26b");
    same(uri.getLastPathSegment(), "by name");
    same(uri.getQueryParameter("q"), "a&b");
  }

  private static void sparseArraysAreSorted() {
    SparseArray<String> names = new SparseArray<>();
    names.put(5, "five");
    names.put(-1, "minus");
    same(names.size() + " " + names.keyAt(0) + " " + names.valueAt(1), "2 -1 five");
    same(names.get(7, "none"), "none");
    SparseBooleanArray flags = new SparseBooleanArray();
    flags.put(3, true);
    check(flags.get(3) && !flags.get(4), flags);
    flags.clear();
    same(flags.size(), 0);
    SparseIntArray numbers = new SparseIntArray();
    numbers.put(2, 20);
    same(numbers.get(2) + " " + numbers.get(3) + " " + numbers.get(3, -1), "20 0 -1");
  }

  private static void textsHaveSpansAndLines() {
    SpannableString text = new SpannableString("wren and tit");
    Object span = new UnderlineSpan();
    text.setSpan(span, 0, 4, Spanned.SPAN_EXCLUSIVE_EXCLUSIVE);
    SpannableStringBuilder builder = new SpannableStringBuilder(text);
    builder.insert(0, "a ");
    same(builder.getSpanStart(span) + " " + builder.getSpanEnd(span), "2 6");
    TextPaint paint = new TextPaint();
    paint.setTextSize(20);
    int width = (int) paint.measureText("wren and") + 1;
    Layout layout =
        new StaticLayout(text, paint, width, Layout.Alignment.ALIGN_NORMAL, 1, 0, false);
    same(layout.getLineCount() + " " + layout.getLineStart(1), "2 9");
    same(layout.getEllipsisCount(0), 0);
  }

  private static void eventsSayWhatTheyAre() {
    KeyEvent key =
        new KeyEvent(
            1, 2, KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_A, 3, KeyEvent.META_SHIFT_ON);
    same(key.getAction() + " " + key.getKeyCode() + " " + key.getRepeatCount(), "0 29 3");
    check(key.isShiftPressed() && !key.isAltPressed(), key);
    check((key.getMetaState() & KeyEvent.META_SHIFT_ON) != 0, key);
    same((char) key.getUnicodeChar(), 'A');
    MotionEvent touch = MotionEvent.obtain(1, 2, MotionEvent.ACTION_MOVE, 3, 4, 0);
    same(touch.getPointerCount() + " " + touch.getPointerId(0), "1 0");
    same(touch.getAxisValue(MotionEvent.AXIS_Y), 4f);
    same(touch.getButtonState(), 0);
    // Before level 31 the source of such an event is unknown.
    check(
        Build.VERSION.SDK_INT < 31
            || (touch.getSource() & InputDevice.SOURCE_CLASS_POINTER) != 0,
        touch.getSource());
    touch.addBatch(5, 6, 7, 1, 1, 0);
    same(touch.getHistorySize() + " " + touch.getX(), "1 6.0");
    MotionEvent copy = MotionEvent.obtainNoHistory(touch);
    same(copy.getHistorySize() + " " + copy.getX(), "0 6.0");
    copy.recycle();
    touch.recycle();
  }

  private void resourcesAreFound() throws Exception {
    Resources resources = app.getResources();
    DisplayMetrics metrics = resources.getDisplayMetrics();
    check(metrics.density > 0 && metrics.widthPixels > 0, metrics);
    check(resources.getString(android.R.string.ok).length() > 0, "a word");
    check(resources.getAssets().list("") != null, "a list");
    TypedArray sizes =
        app.getTheme()
            .obtainStyledAttributes(
                new int[] {android.R.attr.colorBackground, android.R.attr.textColorPrimary});
    same(sizes.length(), 2);
    check(sizes.getResourceId(1, 0) != 0, "a list of colours");
    sizes.recycle();
    TypedValue value = new TypedValue();
    check(app.getTheme().resolveAttribute(android.R.attr.colorBackground, value, true), "there");
    check(value.type >= TypedValue.TYPE_FIRST_COLOR_INT, value);
    Configuration copy = new Configuration(resources.getConfiguration());
    same(copy, resources.getConfiguration());
    same(call(copy, "getLayoutDirection"), 0);
    same(app.getApplicationInfo().packageName, app.getPackageName());
    same(app.getPackageManager().resolveContentProvider("no.such.birds", 0), null);
  }

  private void viewsAreMeasuredAndPlaced() throws Exception {
    tests.main(() -> {
      FrameLayout outer = new FrameLayout(app);
      TextView inner = new TextView(app);
      inner.setPadding(1, 2, 3, 4);
      outer.addView(inner, new ViewGroup.LayoutParams(40, ViewGroup.LayoutParams.MATCH_PARENT));
      same(inner.getParent(), outer);
      same(inner.getLayoutParams().width, 40);
      int exactly = View.MeasureSpec.makeMeasureSpec(100, View.MeasureSpec.EXACTLY);
      same(View.MeasureSpec.getMode(exactly), View.MeasureSpec.EXACTLY);
      same(View.MeasureSpec.getSize(exactly), 100);
      outer.measure(exactly, exactly);
      same(inner.getMeasuredWidth() + " " + inner.getMeasuredHeight(), "40 100");
      outer.layout(0, 0, 100, 100);
      check(!outer.isLayoutRequested(), "done");
      inner.offsetLeftAndRight(7);
      inner.offsetTopAndBottom(9);
      same(inner.getLeft() + " " + inner.getTop() + " " + inner.getRight(), "7 9 47");
      same(
          inner.getPaddingLeft()
              + " "
              + inner.getPaddingTop()
              + " "
              + inner.getPaddingRight()
              + " "
              + inner.getPaddingBottom(),
          "1 2 3 4");
      inner.requestLayout();
      check(outer.isLayoutRequested(), "to be done");
      same(inner.getWindowToken(), null);
      same(call(inner, "isAttachedToWindow"), false);
      same(call(outer, "isLaidOut"), true);
      outer.scrollTo(3, 5);
      same(outer.getScrollX() + " " + outer.getScrollY(), "3 5");
      return null;
    });
  }

  private void viewsHaveProperties() throws Exception {
    tests.main(() -> {
      View view = new View(app);
      same(view.getContext(), app);
      same(view.getId(), View.NO_ID);
      view.setAlpha(0.5f);
      view.setRotationX(10);
      view.setRotationY(20);
      same(view.getAlpha() + " " + view.getRotationX() + " " + view.getRotationY(), "0.5 10.0 20.0");
      view.setRotationX(0);
      view.setRotationY(0);
      view.setPivotX(0);
      view.setPivotY(0);
      view.setScaleX(2);
      view.setScaleY(3);
      same(values(view.getMatrix()), "[2, 0, 0, 0, 3, 0, 0, 0, 1]");
      call(view, "setElevation", 4f);
      same(call(view, "getElevation"), 4f);
      call(view, "setClipBounds", new Rect(0, 0, 1, 1));
      same(call(view, "getClipBounds"), new Rect(0, 0, 1, 1));
      view.setImportantForAccessibility(View.IMPORTANT_FOR_ACCESSIBILITY_NO);
      same(view.getImportantForAccessibility(), View.IMPORTANT_FOR_ACCESSIBILITY_NO);
      view.setLayerType(View.LAYER_TYPE_SOFTWARE, null);
      same(view.getLayerType(), View.LAYER_TYPE_SOFTWARE);
      view.setBackground(new ColorDrawable(Color.GREEN));
      view.layout(0, 0, 2, 2);
      view.setLayerType(View.LAYER_TYPE_NONE, null);
      Bitmap bitmap = Bitmap.createBitmap(2, 2, Bitmap.Config.ARGB_8888);
      view.draw(new Canvas(bitmap));
      same(bitmap.getPixel(1, 1), Color.GREEN);
      return null;
    });
  }

  private void viewsPostAndLookForFocus() throws Exception {
    Activity first = tests.open(First.class);
    AtomicInteger seen = new AtomicInteger();
    LinearLayout list = tests.main(() -> {
      LinearLayout made = new LinearLayout(first);
      made.setOrientation(LinearLayout.VERTICAL);
      for (int i = 1; i <= 2; i++) {
        View each = new EditText(first);
        each.setId(i);
        made.addView(each);
      }
      made.addOnAttachStateChangeListener(
          new View.OnAttachStateChangeListener() {
            @Override
            public void onViewAttachedToWindow(View view) {
              seen.addAndGet(1);
            }

            @Override
            public void onViewDetachedFromWindow(View view) {
              seen.addAndGet(10);
            }
          });
      first.setContentView(made);
      made.post(() -> seen.addAndGet(100));
      Runnable never = () -> seen.addAndGet(1000);
      made.postDelayed(never, 50);
      check(made.removeCallbacks(never), "it was there");
      return made;
    });
    tests.until(() -> seen.get() == 101);
    tests.main(() -> {
      View top = list.getChildAt(0);
      check(top.requestFocus() && top.isFocused() && list.hasFocus(), "focus");
      FocusFinder finder = FocusFinder.getInstance();
      same(finder.findNextFocus(list, top, View.FOCUS_DOWN).getId(), 2);
      same(finder.findNextFocusFromRect(list, new Rect(), View.FOCUS_DOWN).getId(), 1);
      int[] at = new int[2];
      list.getChildAt(1).getLocationInWindow(at);
      check(at[1] >= top.getHeight(), at[1]);
      check(list.getWindowToken() != null, "a window");
      check(list.getKeyDispatcherState() != null, "a state");
      first.setContentView(new View(first));
      return null;
    });
    tests.until(() -> seen.get() == 111);
    tests.end(first);
  }

  private void handlersForgetWhatIsRemoved() throws Exception {
    same(tests.main(Looper::myLooper), Looper.getMainLooper());
    Handler handler = new Handler(Looper.getMainLooper());
    same(handler.getLooper(), Looper.getMainLooper());
    AtomicInteger seen = new AtomicInteger();
    Runnable never = () -> seen.addAndGet(10);
    tests.main(() -> {
      handler.post(never);
      handler.post(() -> seen.addAndGet(1));
      handler.removeCallbacks(never);
      return null;
    });
    tests.settle();
    same(seen.get(), 1);
  }

  private void dialogsHaveAWindow() throws Exception {
    Activity first = tests.open(First.class);
    Dialog dialog = tests.main(() -> {
      Dialog made = new Dialog(first);
      Window window = made.getWindow();
      window.addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
      window.setFlags(0, WindowManager.LayoutParams.FLAG_DIM_BEHIND);
      int flags = window.getAttributes().flags;
      check((flags & WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON) != 0, flags);
      check((flags & WindowManager.LayoutParams.FLAG_DIM_BEHIND) == 0, flags);
      made.setContentView(new TextView(first));
      made.setOnDismissListener(each -> Events.add("dismissed"));
      made.show();
      check(made.isShowing(), "shown");
      made.dismiss();
      check(!made.isShowing(), "gone");
      return made;
    });
    Events.await("dismissed");
    same(dialog.isShowing(), false);
    tests.end(first);
  }

  private void fieldsAndViewsKeepWhatIsSet() throws Exception {
    tests.main(() -> {
      EditText field = new EditText(app);
      field.setHint("a bird");
      same(field.getHint().toString(), "a bird");
      field.setText("Wren");
      same(field.getText().toString() + field.getText().length(), "Wren4");
      field.setSingleLine();
      field.setImeOptions(EditorInfo.IME_ACTION_DONE);
      same(field.getImeOptions(), EditorInfo.IME_ACTION_DONE);
      check(!TextUtils.isEmpty(field.getText()) && TextUtils.isEmpty(""), "empty");
      FrameLayout outer = new FrameLayout(app);
      field.setTag("tag");
      field.setId(3);
      outer.addView(field);
      same(outer.findViewById(3), field);
      same(outer.findViewWithTag("tag"), field);
      same(field.getTag(), "tag");
      same(field.getRootView(), outer);
      field.setLayoutParams(new FrameLayout.LayoutParams(7, 8));
      same(field.getLayoutParams().height, 8);
      field.setFocusable(false);
      check(!field.isFocusable() && !field.hasWindowFocus(), "no focus");
      field.setFocusableInTouchMode(true);
      check(field.isFocusable(), "both");
      same(field.getWindowVisibility(), View.GONE);
      same(field.getResources().getConfiguration(), app.getResources().getConfiguration());
      return null;
    });
  }

  private void filesAndPreferencesAreKept() throws Exception {
    SharedPreferences kept = app.getSharedPreferences("calls", Context.MODE_PRIVATE);
    kept.edit().putBoolean("is", true).putString("bird", "Wren").apply();
    check(kept.getBoolean("is", false) && !kept.getBoolean("other", false), kept.getAll());
    check(kept.edit().clear().commit() && kept.getAll().isEmpty(), "nothing");

    File file = new File(app.getCacheDir(), "calls.txt");
    int mode = ParcelFileDescriptor.MODE_READ_WRITE | ParcelFileDescriptor.MODE_CREATE;
    ParcelFileDescriptor open = ParcelFileDescriptor.open(file, mode);
    try (FileOutputStream out = new FileOutputStream(open.getFileDescriptor())) {
      out.write(new byte[5]);
      same(open.getStatSize(), 5L);
    }
    open.close();
    check(!open.getFileDescriptor().valid() && file.delete(), "closed");

    MatrixCursor rows = new MatrixCursor(new String[] {"_id", "bird"});
    rows.addRow(new Object[] {1, "Wren"});
    rows.addRow(new Object[] {2, null});
    check(rows.moveToNext() && rows.getInt(0) == 1, rows.getPosition());
    check(rows.moveToNext() && rows.isNull(1) && !rows.moveToNext(), rows.getPosition());
    check(rows.isAfterLast(), "after the last");
    rows.close();

    Bundle bundle = new Bundle();
    check(bundle.isEmpty(), bundle);
    bundle.putBoolean("is", true);
    bundle.putStringArray("birds", new String[] {"Wren"});
    check(bundle.getBoolean("is") && bundle.containsKey("birds"), bundle);
    same(bundle.getInt("is", 3), 3);
    same(bundle.getInt("none"), 0);
    check(Log.d("calls", "a line") >= 0 && Log.w("calls", "a line") >= 0, "written");
    call(Class.forName("android.os.Trace"), "beginSection", "calls");
    call(Class.forName("android.os.Trace"), "endSection");
  }

  private void activitiesAnswerTheirOwn() throws Exception {
    Activity first = tests.open(First.class);
    tests.main(() -> {
      same(first.getIntent().getComponent().getClassName(), First.class.getName());
      same(first.getLastNonConfigurationInstance(), null);
      check(first.getMenuInflater() != null, "an inflater");
      check(first.getBaseContext() != first, first.getBaseContext());
      same(first.getApplicationContext(), app.getApplicationContext());
      check(first.getWindow().getDecorView().hasWindowFocus(), "in front");
      EditText field = new EditText(first);
      first.setContentView(field);
      InputMethodManager keyboard =
          (InputMethodManager) first.getSystemService(Context.INPUT_METHOD_SERVICE);
      check(field.requestFocus(), "focus");
      keyboard.showSoftInput(field, 0);
      keyboard.hideSoftInputFromWindow(field.getWindowToken(), 0);
      return null;
    });
    tests.end(first);
  }

  private void animatorsReportTheirEnd() throws Exception {
    tests.main(() -> {
      ValueAnimator animator = ValueAnimator.ofInt(0, 10);
      animator.setDuration(40);
      animator.addListener(
          new AnimatorListenerAdapter() {
            @Override
            public void onAnimationStart(Animator begun) {
              Events.add("start");
            }

            @Override
            public void onAnimationEnd(Animator ended) {
              Events.add("end:" + animator.getAnimatedValue());
            }
          });
      animator.start();
      check(animator.isRunning(), "running");
      return null;
    });
    Events.await("end:10");
    same(Events.all(), "start end:10");
  }

  private void viewsListenAndAreDescribed() throws Exception {
    Activity first = tests.open(First.class);
    View view = tests.main(() -> {
      View made = new View(first);
      made.setOnTouchListener((touched, event) -> {
        Events.add("touch:" + event.getAction() + ":" + (int) event.getX() + "," + (int) event.getY());
        return true;
      });
      made.setOnKeyListener((typed, code, event) -> {
        Events.add("key:" + code);
        return true;
      });
      made.setAccessibilityDelegate(
          new View.AccessibilityDelegate() {
            @Override
            public void onInitializeAccessibilityNodeInfo(View host, AccessibilityNodeInfo info) {
              super.onInitializeAccessibilityNodeInfo(host, info);
              info.setContentDescription("described");
            }
          });
      made.getViewTreeObserver().addOnPreDrawListener(() -> {
        Events.add("draw");
        return true;
      });
      first.setContentView(made);
      return made;
    });
    Events.await("draw");
    tests.main(() -> {
      MotionEvent touch = MotionEvent.obtain(1, 2, MotionEvent.ACTION_DOWN, 3, 4, 0);
      check(view.dispatchTouchEvent(touch), "taken");
      view.setFocusableInTouchMode(true);
      check(view.requestFocus(), "focus");
      KeyEvent key = new KeyEvent(KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_B);
      check(first.dispatchKeyEvent(key), "taken");
      same(Events.of("touch:"), "0:3,4");
      same(Events.of("key:"), String.valueOf(KeyEvent.KEYCODE_B));
      same(view.createAccessibilityNodeInfo().getContentDescription().toString(), "described");
      int[] at = new int[2];
      view.getLocationOnScreen(at);
      check(at[0] >= 0 && view.getWidth() > 0, at[0]);
      same(view.isInTouchMode(), true);
      return null;
    });
    tests.end(first);
  }

  private static String values(Matrix matrix) {
    float[] values = new float[9];
    matrix.getValues(values);
    int[] whole = new int[9];
    for (int i = 0; i < 9; i++) {
      whole[i] = Math.round(values[i]);
    }
    return Arrays.toString(whole);
  }
}
