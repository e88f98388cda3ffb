package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.Signature;
import android.content.res.ColorStateList;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.content.res.TypedArray;
import android.content.res.XmlResourceParser;
import android.database.ContentObserver;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.ColorFilter;
import android.graphics.Matrix;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.PathMeasure;
import android.graphics.PixelFormat;
import android.graphics.PorterDuff;
import android.graphics.PorterDuffColorFilter;
import android.graphics.RadialGradient;
import android.graphics.Rect;
import android.graphics.RectF;
import android.graphics.Shader;
import android.graphics.Typeface;
import android.graphics.drawable.BitmapDrawable;
import android.graphics.drawable.ColorDrawable;
import android.graphics.drawable.Drawable;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.os.Parcel;
import android.os.Parcelable;
import android.os.SystemClock;
import android.text.Layout;
import android.text.Spannable;
import android.text.SpannableString;
import android.text.Spanned;
import android.text.StaticLayout;
import android.text.TextPaint;
import android.text.TextUtils;
import android.text.style.UnderlineSpan;
import android.util.AttributeSet;
import android.util.Base64;
import android.util.DisplayMetrics;
import android.util.Log;
import android.util.SparseArray;
import android.util.StateSet;
import android.util.TypedValue;
import android.util.Xml;
import android.view.ContextThemeWrapper;
import android.view.KeyEvent;
import android.view.MotionEvent;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.xmlpull.v1.XmlPullParser;

/**
 * The next calls by rank after those of {@link CallTests}: shapes, paints, drawables, bundles,
 * texts, resources and events.
 */
@SuppressWarnings("deprecation") // Libraries call those, too.
final class ValueTests {
  private static final int SIZE = 8;

  private final PhoneTests tests;
  private final Context app;

  ValueTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("pathsAreBuiltAndMeasured", ValueTests::pathsAreBuiltAndMeasured);
    tests.test("canvasesDrawShapes", ValueTests::canvasesDrawShapes);
    tests.test("shadersPaint", ValueTests::shadersPaint);
    tests.test("matricesTurnAndGrow", ValueTests::matricesTurnAndGrow);
    tests.test("paintsAndFontsAnswer", ValueTests::paintsAndFontsAnswer);
    tests.test("drawablesAreCopiedAndDrawn", this::drawablesAreCopiedAndDrawn);
    tests.test("bundlesAndParcelsKeepMore", ValueTests::bundlesAndParcelsKeepMore);
    tests.test("handlersKeepToTheirTime", this::handlersKeepToTheirTime);
    tests.test("layoutsHaveLines", ValueTests::layoutsHaveLines);
    tests.test("smallHelpersAnswer", ValueTests::smallHelpersAnswer);
    tests.test("attributesAreRead", this::attributesAreRead);
    tests.test("resourcesAreNamedAndOpened", this::resourcesAreNamedAndOpened);
    tests.test("contextsAndPackagesAnswer", this::contextsAndPackagesAnswer);
    tests.test("colorsDependOnStates", ValueTests::colorsDependOnStates);
    tests.test("keysAreTracked", ValueTests::keysAreTracked);
  }

  private static void pathsAreBuiltAndMeasured() {
    Path path = new Path();
    path.rMoveTo(1, 1);
    path.rLineTo(3, 4);
    PathMeasure measure = new PathMeasure(path, false);
    same(measure.getLength(), 5f);
    Path half = new Path();
    check(measure.getSegment(0, 2.5f, half, true), "a part");
    measure.setPath(half, false);
    same(measure.getLength(), 2.5f);
    path.rewind();
    check(path.isEmpty(), "nothing is left");

    path.moveTo(0, 0);
    path.quadTo(4, 8, 8, 0);
    path.rQuadTo(0, 4, 0, 8);
    path.rCubicTo(-1, 0, -7, 0, -8, 0);
    path.setFillType(Path.FillType.EVEN_ODD);
    same(path.getFillType(), Path.FillType.EVEN_ODD);
    RectF bounds = new RectF();
    path.computeBounds(bounds, true);
    check(bounds.left <= 0 && bounds.right >= 8 && bounds.bottom >= 8, bounds);
    Path sum = new Path();
    sum.addPath(path);
    check(!sum.isEmpty(), "the same");
    path.computeBounds(bounds, true);
    RectF other = new RectF();
    sum.computeBounds(other, true);
    same(other, bounds);
  }

  private static void canvasesDrawShapes() {
    Bitmap bitmap = Bitmap.createBitmap(SIZE, SIZE, Bitmap.Config.ARGB_8888);
    Canvas canvas = new Canvas();
    canvas.setBitmap(bitmap);
    Paint paint = new Paint();
    paint.setColor(Color.RED);
    canvas.drawRect(0, 0, 4, 4, paint);
    same(bitmap.getPixel(3, 3), Color.RED);
    same(bitmap.getPixel(4, 4), 0);

    canvas.save();
    check(canvas.clipRect(4, 4, SIZE, SIZE), "something is left");
    canvas.drawColor(Color.GREEN);
    canvas.restore();
    same(bitmap.getPixel(3, 3), Color.RED);
    same(bitmap.getPixel(5, 5), Color.GREEN);

    paint.setColor(Color.BLUE);
    canvas.drawCircle(4, 4, 2, paint);
    same(bitmap.getPixel(4, 4), Color.BLUE);
    same(bitmap.getPixel(0, 0), Color.RED);

    bitmap.eraseColor(0);
    canvas.drawRoundRect(new RectF(0, 0, SIZE, SIZE), 4, 4, paint);
    same(bitmap.getPixel(4, 4), Color.BLUE);
    same(bitmap.getPixel(0, 0), 0);
  }

  private static void shadersPaint() {
    Bitmap bitmap = Bitmap.createBitmap(SIZE, SIZE, Bitmap.Config.ARGB_8888);
    Canvas canvas = new Canvas(bitmap);
    Paint paint = new Paint();
    Shader shader =
        new RadialGradient(0, 0, SIZE, Color.RED, Color.BLUE, Shader.TileMode.CLAMP);
    Matrix moved = new Matrix();
    moved.setTranslate(4, 4);
    shader.setLocalMatrix(moved);
    same(paint.setShader(shader), shader);
    same(paint.getShader(), shader);
    canvas.drawPaint(paint);
    int middle = bitmap.getPixel(4, 4);
    int corner = bitmap.getPixel(0, 0);
    check(Color.red(middle) > 200 && Color.blue(middle) < 55, Integer.toHexString(middle));
    check(Color.blue(corner) > Color.blue(middle), Integer.toHexString(corner));

    Paint shadowed = new Paint();
    shadowed.setColor(Color.WHITE);
    shadowed.setShadowLayer(1, 4, 4, Color.GREEN);
    bitmap.eraseColor(0);
    canvas.drawRect(0, 0, 3, 3, shadowed);
    check(Color.green(bitmap.getPixel(5, 5)) > 100 && Color.red(bitmap.getPixel(5, 5)) < 50,
        Integer.toHexString(bitmap.getPixel(5, 5)));
  }

  private static void matricesTurnAndGrow() {
    Matrix matrix = new Matrix();
    matrix.postRotate(90);
    float[] point = {1, 0};
    matrix.mapPoints(point);
    same(Math.round(point[0]) + " " + Math.round(point[1]), "0 1");
    matrix.reset();
    matrix.postScale(2, 3, 1, 1);
    point = new float[] {2, 2};
    matrix.mapPoints(point);
    same(Arrays.toString(point), "[3.0, 4.0]");
    float[] values = {1, 0, 5, 0, 1, 6, 0, 0, 1};
    matrix.setValues(values);
    point = new float[] {0, 0};
    matrix.mapPoints(point);
    same(Arrays.toString(point), "[5.0, 6.0]");
  }

  private static void paintsAndFontsAnswer() throws Exception {
    Paint paint = new Paint();
    paint.setColor(0x40123456);
    same(paint.getAlpha() + " " + Color.alpha(0x40123456), "64 64");
    paint.setTextSize(17);
    same(paint.getTextSize(), 17f);
    same(paint.getTypeface(), null);
    paint.setTypeface(Typeface.MONOSPACE);
    same(paint.getTypeface(), Typeface.MONOSPACE);
    same(paint.measureText("i"), paint.measureText("m"));
    paint.setTextSkewX(-0.25f);
    same(paint.getTextSkewX(), -0.25f);
    same(call(paint, "hasGlyph", "a"), true);
    same(call(paint, "hasGlyph", "\uffff"), false);

    Class<?> builders = Class.forName("android.graphics.Typeface$Builder");
    Object absent = builders.getConstructor(String.class).newInstance("/no/such/font.ttf");
    call(absent, "setWeight", 700);
    call(absent, "setItalic", true);
    same(call(absent, "build"), null);
    call(absent, "setFallback", "serif");
    Typeface fallback = (Typeface) call(absent, "build");
    check(fallback.isBold() && fallback.isItalic(), fallback);

    Object outline = Class.forName("android.graphics.Outline").getConstructor().newInstance();
    same(call(outline, "isEmpty"), true);
    call(outline, "setRoundRect", new Rect(0, 0, 4, 4), 2f);
    same(call(outline, "isEmpty") + " " + call(outline, "getRadius"), "false 2.0");
  }

  private void drawablesAreCopiedAndDrawn() throws Exception {
    Bitmap bitmap = Bitmap.createBitmap(SIZE, SIZE, Bitmap.Config.ARGB_8888);
    BitmapDrawable picture = new BitmapDrawable(app.getResources(), bitmap);
    same(picture.getBitmap(), bitmap);
    Drawable copy = picture.getConstantState().newDrawable();
    check(copy != picture && ((BitmapDrawable) copy).getBitmap() == bitmap, copy);

    Drawable color = new ColorDrawable(Color.RED);
    same(color.mutate(), color);
    color.setBounds(0, 0, SIZE, SIZE);
    Canvas canvas = new Canvas(bitmap);
    color.draw(canvas);
    same(bitmap.getPixel(1, 1), Color.RED);
    bitmap.eraseColor(0);
    color.setAlpha(128);
    color.draw(canvas);
    same(Color.alpha(bitmap.getPixel(1, 1)), 128);
    ColorFilter filter = new PorterDuffColorFilter(Color.BLUE, PorterDuff.Mode.SRC_IN);
    color.setAlpha(255);
    color.setColorFilter(filter);
    color.draw(canvas);
    same(bitmap.getPixel(1, 1), Color.BLUE);

    Own own = new Own();
    List<String> asked = new ArrayList<>();
    own.setCallback(
        new Drawable.Callback() {
          @Override
          public void invalidateDrawable(Drawable who) {
            asked.add("again");
          }

          @Override
          public void scheduleDrawable(Drawable who, Runnable what, long when) {
            asked.add("at " + when);
          }

          @Override
          public void unscheduleDrawable(Drawable who, Runnable what) {
            asked.add("not");
          }
        });
    Runnable nothing = () -> {};
    own.invalidateSelf();
    own.scheduleSelf(nothing, 7);
    own.unscheduleSelf(nothing);
    same(asked.toString(), "[again, at 7, not]");
    same(call(own, "setLayoutDirection", 1), false);
    same(call(own, "getLayoutDirection"), 1);
    same(own.getIntrinsicWidth(), -1);
  }

  /** One of an app's own. */
  private static final class Own extends Drawable {
    @Override
    public void draw(Canvas canvas) {}

    @Override
    public void setAlpha(int alpha) {}

    @Override
    public void setColorFilter(ColorFilter filter) {}

    @Override
    public int getOpacity() {
      return PixelFormat.TRANSPARENT;
    }
  }

  private static void bundlesAndParcelsKeepMore() {
    Bundle inner = new Bundle();
    inner.putCharSequence("bird", "Wren");
    Bundle bundle = new Bundle();
    bundle.putBundle("inner", inner);
    ArrayList<Parcelable> rects = new ArrayList<>();
    rects.add(new Rect(1, 2, 3, 4));
    bundle.putParcelableArrayList("rects", rects);
    Bundle all = new Bundle();
    all.putAll(bundle);
    check(all.keySet().size() == 2 && all.keySet().contains("rects"), all.keySet());

    Parcel parcel = Parcel.obtain();
    parcel.writeFloat(1.5f);
    all.writeToParcel(parcel, 0);
    parcel.setDataPosition(0);
    same(parcel.readFloat(), 1.5f);
    Bundle read = Bundle.CREATOR.createFromParcel(parcel);
    read.setClassLoader(ValueTests.class.getClassLoader());
    same(read.getBundle("inner").getCharSequence("bird"), "Wren");
    same(read.<Rect>getParcelableArrayList("rects").get(0), new Rect(1, 2, 3, 4));
    same(read.getBundle("none"), null);
    parcel.recycle();
  }

  private void handlersKeepToTheirTime() throws Exception {
    same(Looper.getMainLooper().getThread().getName(), "main");
    Handler handler = new Handler(Looper.getMainLooper());
    long at = SystemClock.uptimeMillis() + 30;
    handler.postAtTime(() -> Events.add(SystemClock.uptimeMillis() >= at ? "due" : "early"), at);
    Events.await("due");
    same(Events.all(), "due");
  }

  private static void layoutsHaveLines() throws Exception {
    TextPaint paint = new TextPaint();
    TextPaint other = new TextPaint();
    other.setTextSize(20);
    paint.set(other);
    same(paint.getTextSize(), 20f);
    int width = (int) paint.measureText("wren and") + 1;
    Class<?> builders = Class.forName("android.text.StaticLayout$Builder");
    Object builder = call(builders, "obtain", "wren and tit and more", 0, 21, paint, width);
    call(builder, "setAlignment", Layout.Alignment.ALIGN_CENTER);
    call(builder, "setBreakStrategy", 0);
    call(builder, "setHyphenationFrequency", 0);
    call(builder, "setIncludePad", false);
    call(builder, "setLineSpacing", 3f, 1f);
    call(builder, "setMaxLines", 2);
    call(
        builder,
        "setTextDirection",
        Class.forName("android.text.TextDirectionHeuristics").getField("LTR").get(null));
    StaticLayout layout = (StaticLayout) call(builder, "build");
    same(layout.getWidth(), width);
    same(layout.getLineStart(1) + " " + layout.getLineEnd(0), "9 9");
    same(layout.getAlignment(), Layout.Alignment.ALIGN_CENTER);
    check(layout.getHeight() > 2 * 20, layout.getHeight());
    Bitmap bitmap = Bitmap.createBitmap(width, layout.getHeight(), Bitmap.Config.ARGB_8888);
    layout.draw(new Canvas(bitmap));
    check(!bitmap.sameAs(Bitmap.createBitmap(width, layout.getHeight(), bitmap.getConfig())),
        "drawn");

    Spannable text = new SpannableString("wren");
    Object span = new UnderlineSpan();
    text.setSpan(span, 1, 3, Spanned.SPAN_INCLUSIVE_EXCLUSIVE);
    same(text.getSpanStart(span) + " " + text.getSpanEnd(span), "1 3");
    text.removeSpan(span);
    same(text.getSpanStart(span), -1);
  }

  private static void smallHelpersAnswer() throws Exception {
    check(TextUtils.equals("a", new StringBuilder("a")) && !TextUtils.equals("a", null), "equal");
    same(call(TextUtils.class, "getLayoutDirectionFromLocale", new Locale("ar")), 1);
    same(call(TextUtils.class, "getLayoutDirectionFromLocale", Locale.GERMANY), 0);
    byte[] bytes = {1, -2, 3, -4};
    String text = Base64.encodeToString(bytes, Base64.NO_WRAP);
    same(text, "Af4D/A==");
    same(Arrays.toString(Base64.decode(text, Base64.DEFAULT)), Arrays.toString(bytes));
    same(Base64.encodeToString(bytes, Base64.URL_SAFE | Base64.NO_PADDING), "Af4D_A\n");
    check(Log.isLoggable("calls", Log.INFO) && !Log.isLoggable("calls", Log.DEBUG), "loggable");
    int written = Log.v("calls", "a") + Log.i("calls", "a") + Log.e("calls", "a", new Exception());
    check(written > 0, written);
    same(Arrays.toString(StateSet.trimStateSet(new int[] {1, 2, 0, 0}, 2)), "[1, 2]");
    SparseArray<String> birds = new SparseArray<>();
    birds.put(3, "Wren");
    birds.remove(3);
    birds.remove(4);
    same(birds.size(), 0);
    TypedValue size = new TypedValue();
    size.type = TypedValue.TYPE_DIMENSION;
    size.data = 2 << TypedValue.COMPLEX_MANTISSA_SHIFT | TypedValue.COMPLEX_UNIT_DIP;
    DisplayMetrics metrics = new DisplayMetrics();
    metrics.density = 3;
    same(size.getDimension(metrics), 6f);
    Rect rect = new Rect(1, 2, 3, 4);
    rect.setEmpty();
    same(rect, new Rect());
    MatrixCursor rows = new MatrixCursor(new String[] {"a"});
    rows.addRow(new Object[] {7});
    Cursor cursor = rows;
    check(cursor.moveToNext() && cursor.getInt(0) == 7 && !cursor.moveToNext(), cursor);
    check(cursor.moveToPosition(0) && !cursor.moveToPosition(1), cursor.getPosition());
    same(cursor.getPosition(), 1);
    check(!new ContentObserver(null) {}.deliverSelfNotifications(), "not to itself");
  }

  private void attributesAreRead() throws Exception {
    int[] names = {
      android.R.attr.colorBackground, android.R.attr.disabledAlpha, android.R.attr.windowNoTitle,
      android.R.attr.textColorPrimary, android.R.attr.listPreferredItemHeight,
      android.R.attr.windowBackground
    };
    TypedArray all = app.obtainStyledAttributes(names);
    check(Color.alpha(all.getColor(0, 0)) == 255, all.getColor(0, 0));
    float alpha = all.getFloat(1, -1);
    check(alpha > 0 && alpha < 1, alpha);
    same(all.getBoolean(2, true), false);
    check(all.getColorStateList(3).isStateful(), all.getColorStateList(3));
    check(all.getDimension(4, 0) >= 48 * app.getResources().getDisplayMetrics().density,
        all.getDimension(4, 0));
    same(all.hasValue(5), true);
    same(all.getResources(), app.getResources());
    TypedValue value = new TypedValue();
    check(all.getValue(2, value), "there");
    same(value.type + " " + call(all, "getType", 2),
        TypedValue.TYPE_INT_BOOLEAN + " " + TypedValue.TYPE_INT_BOOLEAN);
    all.recycle();
    refuses("RuntimeException", () -> all.getBoolean(2, true));

    // The rows of lists, as every phone has them.
    XmlResourceParser row = app.getResources().getXml(android.R.layout.simple_list_item_1);
    while (row.next() != XmlPullParser.START_TAG) {
      check(row.getEventType() != XmlPullParser.END_DOCUMENT, "a tag");
    }
    same(row.getName(), "TextView");
    AttributeSet set = Xml.asAttributeSet(row);
    check(set.getAttributeCount() > 3, set.getAttributeCount());
    int id = -1;
    for (int i = 0; i < set.getAttributeCount(); i++) {
      id = set.getAttributeNameResource(i) == android.R.attr.id ? i : id;
    }
    same(set.getAttributeResourceValue(id, 0), android.R.id.text1);
    same(set.getAttributeBooleanValue(null, "none", true), true);
    TypedArray read =
        app.getResources().obtainAttributes(set, new int[] {android.R.attr.id, -1});
    same(read.getResourceId(0, 0), android.R.id.text1);
    same(read.getString(1), null);
    same(read.getInt(1, 3), 3);
    check(read.getPositionDescription().contains("line"), read.getPositionDescription());
    read.recycle();
    row.close();
  }

  private void resourcesAreNamedAndOpened() throws Exception {
    Resources resources = app.getResources();
    same(resources.getResourceName(android.R.id.text1), "android:id/text1");
    same(resources.getResourceEntryName(R.string.app), "app");
    refuses("NotFoundException", () -> resources.getString(0x7f7f7f7f));
    same(resources.getColor(android.R.color.black), Color.BLACK);
    check(resources.getStringArray(android.R.array.phoneTypes).length > 3, "words");
    TypedArray words = resources.obtainTypedArray(android.R.array.phoneTypes);
    same(words.getString(0), resources.getStringArray(android.R.array.phoneTypes)[0]);
    words.recycle();
    TypedValue value = new TypedValue();
    resources.getValue(R.string.app, value, true);
    same(value.string.toString(), resources.getString(R.string.app));
    try (InputStream tone = resources.openRawResource(R.raw.tone)) {
      byte[] head = new byte[4];
      same(tone.read(head), 4);
      same(new String(head, "US-ASCII"), "RIFF");
    }
    int flag = resources.getIdentifier("config_showNavigationBar", "bool", "android");
    check(flag == 0 || resources.getBoolean(flag) || !resources.getBoolean(flag), flag);
    Configuration arabic = new Configuration(resources.getConfiguration());
    call(arabic, "setLocale", new Locale("ar"));
    same(call(arabic, "getLayoutDirection"), 1);
  }

  private void contextsAndPackagesAnswer() throws Exception {
    same(app.getClassLoader(), ValueTests.class.getClassLoader());
    check(app.getAssets().list("none").length == 0, "nothing");
    check(call(app, "getCodeCacheDir").toString().endsWith("/code_cache"), "a folder");
    Context early = (Context) call(app, "createDeviceProtectedStorageContext");
    same(call(early, "isDeviceProtectedStorage"), true);
    check(early.getFilesDir().toString().contains("/user_de/"), early.getFilesDir());
    check(call(app, "getDrawable", android.R.drawable.ic_delete) instanceof BitmapDrawable, "one");
    ContextThemeWrapper themed = new ContextThemeWrapper(app, android.R.style.Theme_Black);
    TypedArray colors = themed.obtainStyledAttributes(new int[] {android.R.attr.windowIsFloating});
    same(colors.getBoolean(0, true), false);
    colors.recycle();
    same(themed.getResources().getString(R.string.app), app.getString(R.string.app));

    ComponentName name = new ComponentName(app, First.class);
    same(name.getPackageName(), app.getPackageName());
    Intent intent = new Intent().setComponent(name);
    same(intent.getExtras(), null);
    intent.putExtra("bird", "Wren");
    same(intent.getExtras().getString("bird"), "Wren");
    PackageManager packages = app.getPackageManager();
    same(packages.getActivityInfo(name, 0).name, First.class.getName());
    refuses(
        "NameNotFoundException",
        () -> packages.getActivityInfo(new ComponentName(app, "None"), 0));
    Signature signer =
        packages.getPackageInfo(app.getPackageName(), PackageManager.GET_SIGNATURES).signatures[0];
    check(signer.toByteArray().length > 100, signer.toByteArray().length);
    same(new PackageManager.NameNotFoundException("none").getMessage(), "none");
  }

  private static void colorsDependOnStates() {
    int[][] states = {{android.R.attr.state_pressed}, {}};
    ColorStateList colors = new ColorStateList(states, new int[] {Color.RED, Color.BLUE});
    same(colors.getColorForState(states[0], 0), Color.RED);
    same(colors.getColorForState(new int[] {android.R.attr.state_focused}, 0), Color.BLUE);
    same(colors.getDefaultColor(), Color.BLUE);
    check(colors.isStateful(), colors);
  }

  private static void keysAreTracked() {
    KeyEvent key =
        new KeyEvent(
            1, 2, KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_C, 0, KeyEvent.META_CTRL_ON);
    check(key.isCtrlPressed() && !key.isCanceled(), key);
    check(KeyEvent.isModifierKey(KeyEvent.KEYCODE_CTRL_LEFT), "a modifier");
    check(!KeyEvent.isModifierKey(KeyEvent.KEYCODE_C), "none");
    KeyEvent.DispatcherState state = new KeyEvent.DispatcherState();
    Object target = new Object();
    state.startTracking(key, target);
    check(state.isTracking(key), "tracked");
    state.reset(target);
    check(!state.isTracking(key), "forgotten");
    KeyEvent ended = KeyEvent.changeFlags(key, KeyEvent.FLAG_CANCELED);
    check(ended.isCanceled(), ended);

    MotionEvent.PointerProperties[] fingers = {
      new MotionEvent.PointerProperties(), new MotionEvent.PointerProperties()
    };
    fingers[1].id = 1;
    MotionEvent.PointerCoords[] places = {
      new MotionEvent.PointerCoords(), new MotionEvent.PointerCoords()
    };
    places[1].x = 5;
    int second = MotionEvent.ACTION_POINTER_DOWN | 1 << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
    MotionEvent touch =
        MotionEvent.obtain(1, 9, second, 2, fingers, places, 0, 0, 1, 1, 0, 0, 0x1002, 0);
    same(touch.getActionMasked() + " " + touch.getActionIndex(), "5 1");
    same(touch.getEventTime() + " " + touch.getX(1), "9 5.0");
    touch.recycle();
  }
}
