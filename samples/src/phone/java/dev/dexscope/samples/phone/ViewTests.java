package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.call;
import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.animation.ValueAnimator;
import android.app.Activity;
import android.app.Dialog;
import android.app.Fragment;
import android.app.FragmentManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.res.ColorStateList;
import android.content.res.Configuration;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.PorterDuff;
import android.graphics.Rect;
import android.graphics.drawable.ColorDrawable;
import android.os.Build;
import android.os.Bundle;
import android.view.Gravity;
import android.view.Menu;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewConfiguration;
import android.view.ViewGroup;
import android.view.ViewTreeObserver;
import android.view.Window;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityManager;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import android.view.animation.AnimationUtils;
import android.view.animation.DecelerateInterpolator;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.FrameLayout;
import android.widget.TextView;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The next calls by rank after those of {@link CallTests}: views and what they are described by,
 * menus, fragments, dialogs, animators.
 */
@SuppressWarnings("deprecation") // Libraries call those, too.
final class ViewTests {
  private static final int FIELD = 0x7001;

  private final PhoneTests tests;
  private final Context app;

  ViewTests(PhoneTests tests) {
    this.tests = tests;
    this.app = tests.getTargetContext();
  }

  void run() {
    tests.test("viewsMoveWithoutALayout", this::viewsMoveWithoutALayout);
    tests.test("viewsAreTinted", this::viewsAreTinted);
    tests.test("viewsKnowWhereTheyAre", this::viewsKnowWhereTheyAre);
    tests.test("groupsDrawAndLoseChildren", this::groupsDrawAndLoseChildren);
    tests.test("touchesAreTakenFromParents", this::touchesAreTakenFromParents);
    tests.test("insetsArePassedOn", this::insetsArePassedOn);
    tests.test("limitsOfTouchesAreAPhones", this::limitsOfTouchesAreAPhones);
    tests.test("nodesDescribeViews", this::nodesDescribeViews);
    tests.test("delegatesAreAsked", this::delegatesAreAsked);
    tests.test("menusArePrepared", this::menusArePrepared);
    tests.test("fragmentsLiveWithTheirActivity", this::fragmentsLiveWithTheirActivity);
    tests.test("sendersAreAnswered", this::sendersAreAnswered);
    tests.test("dialogsAreMadeOnce", this::dialogsAreMadeOnce);
    tests.test("animatorsSlowDown", this::animatorsSlowDown);
    tests.test("fieldsComeAndGo", this::fieldsComeAndGo);
  }

  private void viewsMoveWithoutALayout() throws Exception {
    tests.main(() -> {
      View view = new View(app);
      view.layout(10, 20, 30, 40);
      view.setTranslationX(5);
      view.setTranslationY(6);
      same(view.getX() + " " + view.getY() + " " + view.getLeft(), "15.0 26.0 10");
      call(view, "setElevation", 2f);
      call(view, "setTranslationZ", 3f);
      same(call(view, "getZ") + " " + call(view, "getTranslationZ"), "5.0 3.0");
      view.setRotation(90);
      same(view.getRotation(), 90f);
      call(view, "setClipBounds", new Rect(1, 1, 5, 5));
      same(call(view, "getClipBounds"), new Rect(1, 1, 5, 5));
      call(view, "setTransitionName", "bird");
      same(call(view, "getTransitionName"), "bird");
      call(view, "setLayoutDirection", 1);
      same(call(view, "getLayoutDirection"), 1);
      call(view, "setScrollIndicators", 3);
      same(call(view, "getScrollIndicators"), 3);
      view.setVisibility(View.GONE);
      same(view.getVisibility() + " " + view.isShown(), View.GONE + " false");
      view.setWillNotDraw(true);
      check(view.willNotDraw() && !view.isInEditMode(), "nothing is drawn");
      same(call(view, "isNestedScrollingEnabled"), false);
      call(view, "setNestedScrollingEnabled", true);
      same(call(view, "isNestedScrollingEnabled"), true);
      same(call(view, "getDisplay"), null);
      view.measure(
          View.MeasureSpec.makeMeasureSpec(50, View.MeasureSpec.AT_MOST),
          View.MeasureSpec.makeMeasureSpec(0, View.MeasureSpec.UNSPECIFIED));
      same(view.getMeasuredWidth() + " " + view.getMeasuredHeight(), "50 0");
      return null;
    });
  }

  private void viewsAreTinted() throws Exception {
    tests.main(() -> {
      View view = new View(app);
      view.setBackground(new ColorDrawable(Color.WHITE));
      ColorStateList red = ColorStateList.valueOf(Color.RED);
      call(view, "setBackgroundTintList", red);
      call(view, "setBackgroundTintMode", PorterDuff.Mode.SRC_IN);
      same(call(view, "getBackgroundTintList"), red);
      same(call(view, "getBackgroundTintMode"), PorterDuff.Mode.SRC_IN);
      view.layout(0, 0, 2, 2);
      Bitmap bitmap = Bitmap.createBitmap(2, 2, Bitmap.Config.ARGB_8888);
      view.draw(new Canvas(bitmap));
      same(bitmap.getPixel(1, 1), Color.RED);
      return null;
    });
  }

  private void viewsKnowWhereTheyAre() throws Exception {
    Activity first = tests.open(First.class);
    AtomicInteger layouts = new AtomicInteger();
    AtomicInteger turns = new AtomicInteger();
    View view = tests.main(() -> {
      View made = new View(first);
      FrameLayout content = new FrameLayout(first);
      content.addView(made);
      first.setContentView(content);
      ViewTreeObserver.OnPreDrawListener never = () -> {
        Events.add("draw");
        return true;
      };
      ViewTreeObserver observer = content.getViewTreeObserver();
      observer.addOnPreDrawListener(never);
      observer.removeOnPreDrawListener(never);
      check(observer.isAlive(), "alive");
      observer.addOnGlobalLayoutListener(layouts::incrementAndGet);
      made.postOnAnimation(turns::incrementAndGet);
      made.postInvalidate();
      made.invalidate();
      return made;
    });
    tests.until(() -> layouts.get() > 0 && turns.get() == 1);
    same(Events.of("draw"), "");
    tests.main(() -> {
      same(call(view, "isAttachedToWindow") + " " + call(view, "isLaidOut"), "true true");
      check(call(view, "getDisplay") != null && view.isShown(), "on the screen");
      Rect visible = new Rect();
      view.getWindowVisibleDisplayFrame(visible);
      check(visible.top > 0 && visible.height() > view.getHeight() / 2, visible);
      View root = view.getRootView();
      same(first.getWindow().peekDecorView(), root);
      same(first.getWindow().findViewById(android.R.id.content),
          ((View) view.getParent().getParent()));
      check(first.getWindow().hasFeature(Window.FEATURE_ACTION_BAR), "a bar");
      check(first.getActionBar() != null && !view.hasFocus(), "its bar");
      return null;
    });
    tests.end(first);
  }

  /** A group that notes what it is called for. */
  private static final class Group extends ViewGroup {
    Group(Context context) {
      super(context);
    }

    @Override
    protected void onLayout(boolean isNew, int left, int top, int right, int bottom) {
      for (int i = 0; i < getChildCount(); i++) {
        getChildAt(i).layout(0, 0, 2, 2);
      }
    }

    @Override
    protected boolean drawChild(Canvas canvas, View child, long time) {
      Events.add("child");
      return super.drawChild(canvas, child, time);
    }

    @Override
    protected void onAttachedToWindow() {
      super.onAttachedToWindow();
      Events.add("attached");
    }

    @Override
    protected void onDetachedFromWindow() {
      super.onDetachedFromWindow();
      Events.add("detached");
    }

    @Override
    public boolean onInterceptTouchEvent(MotionEvent event) {
      Events.add("asked:" + event.getActionMasked());
      return false;
    }

    @Override
    public void onWindowFocusChanged(boolean hasFocus) {
      super.onWindowFocusChanged(hasFocus);
      Events.add("focus:" + hasFocus);
    }

    @Override
    protected void onConfigurationChanged(Configuration now) {
      super.onConfigurationChanged(now);
      Events.add("changed:" + now.fontScale);
    }
  }

  private void groupsDrawAndLoseChildren() throws Exception {
    Activity first = tests.open(First.class);
    Group group = tests.main(() -> {
      Group made = new Group(first);
      View.OnAttachStateChangeListener gone =
          new View.OnAttachStateChangeListener() {
            @Override
            public void onViewAttachedToWindow(View view) {
              Events.add("never");
            }

            @Override
            public void onViewDetachedFromWindow(View view) {
              Events.add("never");
            }
          };
      made.addOnAttachStateChangeListener(gone);
      made.removeOnAttachStateChangeListener(gone);
      made.setClipToPadding(false);
      made.addView(new View(first));
      made.addView(new TextView(first));
      first.setContentView(made);
      return made;
    });
    tests.until(() -> Events.all().contains("attached"));
    tests.main(() -> {
      group.layout(0, 0, 2, 2);
      group.draw(new Canvas(Bitmap.createBitmap(2, 2, Bitmap.Config.ARGB_8888)));
      check(Events.of("child").isEmpty() && Events.all().contains("child child"), Events.all());
      group.removeViewInLayout(group.getChildAt(0));
      same(group.getChildCount(), 1);
      Configuration large = new Configuration(group.getResources().getConfiguration());
      large.fontScale = 2;
      group.dispatchConfigurationChanged(large);
      check(Events.all().contains("changed:2.0"), Events.all());
      group.removeAllViews();
      same(group.getChildCount(), 0);
      first.setContentView(new View(first));
      check(Events.all().contains("detached") && !Events.all().contains("never"), Events.all());
      return null;
    });
    tests.end(first);
  }

  private void touchesAreTakenFromParents() throws Exception {
    tests.main(() -> {
      Group group = new Group(app);
      View child =
          new View(app) {
            @Override
            public boolean onTouchEvent(MotionEvent event) {
              getParent().requestDisallowInterceptTouchEvent(true);
              return true;
            }
          };
      group.addView(child);
      group.layout(0, 0, 2, 2);
      for (int action : new int[] {MotionEvent.ACTION_DOWN, MotionEvent.ACTION_MOVE}) {
        MotionEvent event = MotionEvent.obtain(1, 2, action, 1, 1, 0);
        check(group.dispatchTouchEvent(event), "taken");
        event.recycle();
      }
      same(Events.of("asked:"), "0");
      same(group.getParent(), null);
      return null;
    });
  }

  private void insetsArePassedOn() throws Exception {
    Activity first = tests.open(First.class);
    Class<?> type = Class.forName("android.view.View$OnApplyWindowInsetsListener");
    Object listener =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object insets = arguments[1];
              Events.add(
                  "insets:"
                      + call(insets, "isConsumed")
                      + ":"
                      + ((int) call(insets, "getSystemWindowInsetLeft")
                          + (int) call(insets, "getSystemWindowInsetRight"))
                      + ":"
                      + ((int) call(insets, "getSystemWindowInsetBottom") >= 0));
              Object less = call(insets, "replaceSystemWindowInsets", 1, 2, 3, 4);
              Events.add("less:" + call(less, "getSystemWindowInsetTop"));
              return call(arguments[0], "onApplyWindowInsets", insets);
            });
    tests.main(() -> {
      call(first.getWindow(), "setDecorFitsSystemWindows", false);
      View view = new View(first);
      first.setContentView(view);
      View.class.getMethod("setOnApplyWindowInsetsListener", type).invoke(view, listener);
      call(view, "requestApplyInsets");
      return null;
    });
    Events.await("less:2");
    check(Events.of("insets:").startsWith("false:0:true"), Events.all());
    tests.end(first);
  }

  private void limitsOfTouchesAreAPhones() {
    ViewConfiguration limits = ViewConfiguration.get(app);
    float density = app.getResources().getDisplayMetrics().density;
    same(limits.getScaledTouchSlop(), (int) (8 * density + 0.5f));
    same(limits.getScaledMaximumFlingVelocity(), (int) (8000 * density + 0.5f));
    same(ViewConfiguration.getTapTimeout(), 100);
    check(!limits.hasPermanentMenuKey(), "keys are on the screen");
    int press = ViewConfiguration.getLongPressTimeout();
    check(press == 400 || press == 500, press);
    same(ViewConfiguration.get(app), limits);
  }

  private void nodesDescribeViews() throws Exception {
    AccessibilityManager manager =
        (AccessibilityManager) app.getSystemService(Context.ACCESSIBILITY_SERVICE);
    check(!manager.isTouchExplorationEnabled(), "nobody explores");
    Activity first = tests.open(First.class);
    tests.main(() -> {
      CheckBox box = new CheckBox(first);
      box.setText("Wren");
      box.setChecked(true);
      box.setId(android.R.id.checkbox);
      FrameLayout content = new FrameLayout(first);
      content.addView(box, 200, 100);
      first.setContentView(content);
      return box;
    });
    tests.settle();
    tests.main(() -> {
      View box = first.findViewById(android.R.id.checkbox);
      AccessibilityNodeInfo node = box.createAccessibilityNodeInfo();
      same(node.getClassName() + " " + node.getPackageName() + " " + node.getText(),
          "android.widget.CheckBox " + app.getPackageName() + " Wren");
      check(node.isCheckable() && node.isChecked() && node.isClickable(), node);
      check(node.isEnabled() && node.isFocusable() && !node.isFocused(), node);
      check(!node.isLongClickable() && !node.isPassword() && !node.isScrollable(), node);
      check(!node.isSelected(), node);
      Rect at = new Rect();
      node.getBoundsInScreen(at);
      same(at.width() + " " + at.height(), "200 100");
      node.getBoundsInParent(at);
      same(at, new Rect(0, 0, 200, 100));

      AccessibilityNodeInfo own = AccessibilityNodeInfo.obtain();
      own.setClassName("Bird");
      own.setCheckable(true);
      own.setChecked(true);
      own.addAction(AccessibilityNodeInfo.ACTION_CLICK);
      same(own.getActions(), AccessibilityNodeInfo.ACTION_CLICK);
      Class<?> lists =
          Class.forName("android.view.accessibility.AccessibilityNodeInfo$CollectionInfo");
      Class<?> items =
          Class.forName("android.view.accessibility.AccessibilityNodeInfo$CollectionItemInfo");
      call(own, "setCollectionInfo", call(lists, "obtain", 3, 2, false));
      call(own, "setCollectionItemInfo", call(items, "obtain", 1, 1, 0, 1, false));
      same(call(call(own, "getCollectionInfo"), "getRowCount"), 3);
      same(call(call(own, "getCollectionItemInfo"), "getRowIndex"), 1);
      same(call(own, "getViewIdResourceName"), null);
      same(new AccessibilityNodeProvider() {}.createAccessibilityNodeInfo(1), null);

      AccessibilityEvent event =
          AccessibilityEvent.obtain(AccessibilityEvent.TYPE_VIEW_SCROLLED);
      same(event.getEventType(), AccessibilityEvent.TYPE_VIEW_SCROLLED);
      call(event, "setContentChangeTypes", 2);
      same(call(event, "getContentChangeTypes"), 2);
      event.setPackageName("birds");
      event.setClassName("Bird");
      event.setContentDescription("small");
      event.setFromIndex(1);
      event.setToIndex(4);
      event.setItemCount(9);
      event.setSource(box);
      same(event.getPackageName() + " " + event.getClassName() + " " + event.getFromIndex()
          + " " + event.getToIndex() + " " + event.getItemCount() + " "
          + event.getContentDescription(), "birds Bird 1 4 9 small");
      event.recycle();
      return null;
    });
    tests.end(first);
  }

  /** Notes what a view passes to it. */
  private static final class Delegate extends View.AccessibilityDelegate {
    @Override
    public void sendAccessibilityEvent(View host, int type) {
      Events.add("send:" + type);
      super.sendAccessibilityEvent(host, type);
    }

    @Override
    public void sendAccessibilityEventUnchecked(View host, AccessibilityEvent event) {
      Events.add("unchecked");
      super.sendAccessibilityEventUnchecked(host, event);
    }

    @Override
    public boolean dispatchPopulateAccessibilityEvent(View host, AccessibilityEvent event) {
      Events.add("dispatch");
      return super.dispatchPopulateAccessibilityEvent(host, event);
    }

    @Override
    public void onPopulateAccessibilityEvent(View host, AccessibilityEvent event) {
      Events.add("populate");
      super.onPopulateAccessibilityEvent(host, event);
    }

    @Override
    public void onInitializeAccessibilityEvent(View host, AccessibilityEvent event) {
      super.onInitializeAccessibilityEvent(host, event);
      Events.add("initialize:" + event.getClassName());
    }

    @Override
    public boolean onRequestSendAccessibilityEvent(
        ViewGroup host, View child, AccessibilityEvent event) {
      Events.add("request");
      return super.onRequestSendAccessibilityEvent(host, child, event);
    }

    @Override
    public boolean performAccessibilityAction(View host, int action, Bundle arguments) {
      Events.add("perform:" + action);
      return super.performAccessibilityAction(host, action, arguments);
    }
  }

  private void delegatesAreAsked() throws Exception {
    AccessibilityManager manager =
        (AccessibilityManager) app.getSystemService(Context.ACCESSIBILITY_SERVICE);
    Activity first = tests.open(First.class);
    TextView text = tests.main(() -> {
      TextView made = new TextView(first);
      made.setText("Wren");
      made.setOnClickListener(view -> Events.add("click"));
      FrameLayout content = new FrameLayout(first);
      content.addView(made);
      first.setContentView(content);
      Delegate delegate = new Delegate();
      made.setAccessibilityDelegate(delegate);
      content.setAccessibilityDelegate(delegate);
      same(call(delegate, "getAccessibilityNodeProvider", made), null);
      return made;
    });
    tests.settle();
    tests.main(() -> {
      Events.clear();
      check(text.performAccessibilityAction(AccessibilityNodeInfo.ACTION_CLICK, null), "done");
      check(Events.all().startsWith("perform:16 "), Events.all());
      check((" " + Events.all() + " ").contains(" click "), Events.all());
      Events.clear();
      text.sendAccessibilityEvent(AccessibilityEvent.TYPE_VIEW_SELECTED);
      check(Events.all().startsWith("send:4"), Events.all());
      Events.clear();
      AccessibilityEvent event =
          AccessibilityEvent.obtain(AccessibilityEvent.TYPE_VIEW_SELECTED);
      text.onInitializeAccessibilityEvent(event);
      text.dispatchPopulateAccessibilityEvent(event);
      same(Events.all(), "initialize:android.widget.TextView dispatch populate");
      same(event.getText().toString(), "[Wren]");
      Events.clear();
      ViewGroup content = (ViewGroup) text.getParent();
      check(content.onRequestSendAccessibilityEvent(text, event), "sent on");
      same(Events.all(), "request");
      check(manager.isEnabled() || isRefused(text, event), "who asks is told that nobody listens");
      return null;
    });
    tests.end(first);
  }

  private static boolean isRefused(View view, AccessibilityEvent event) {
    try {
      view.sendAccessibilityEventUnchecked(event);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private void menusArePrepared() throws Exception {
    Menus menus = (Menus) tests.open(Menus.class);
    tests.until(() -> Events.all().contains("create:"));
    tests.main(() -> {
      Events.clear();
      menus.invalidateOptionsMenu();
      return null;
    });
    tests.until(() -> Events.all().contains("prepare:0"));
    tests.main(() -> {
      Window window = menus.getWindow();
      check(window.performPanelIdentifierAction(Window.FEATURE_OPTIONS_PANEL, 7, 0), "there");
      check(Events.all().contains("selected:7"), Events.all());
      menus.openOptionsMenu();
      return null;
    });
    tests.settle();
    tests.main(() -> {
      menus.closeOptionsMenu();
      menus.onBackPressed();
      check(menus.isFinishing(), "back");
      return null;
    });
    tests.until(menus::isGone);
  }

  /** Lives in an activity. */
  public static final class Part extends Fragment {
    private void note(String event) {
      Events.add("part:" + event + (getActivity() == null ? "" : "!"));
    }

    @Override
    public void onActivityCreated(Bundle state) {
      super.onActivityCreated(state);
      note("created");
    }

    @Override
    public void onStart() {
      super.onStart();
      note("start");
    }

    @Override
    public void onResume() {
      super.onResume();
      note("resume");
    }

    @Override
    public void onPause() {
      super.onPause();
      note("pause");
    }

    @Override
    public void onStop() {
      super.onStop();
      note("stop");
    }

    @Override
    public void onDestroy() {
      super.onDestroy();
      note("destroy");
    }
  }

  private void fragmentsLiveWithTheirActivity() throws Exception {
    Activity first = tests.open(First.class);
    tests.main(() -> {
      FragmentManager manager = first.getFragmentManager();
      Part part = new Part();
      same(part.getActivity(), null);
      manager.beginTransaction().add(part, "part").commit();
      same(manager.findFragmentByTag("part"), null);
      check(manager.executePendingTransactions(), "something to do");
      same(manager.findFragmentByTag("part"), part);
      same(part.getActivity(), first);
      return null;
    });
    tests.end(first);
    same(Events.of("part:"), "created! start! resume! pause! stop! destroy!");
  }

  private void sendersAreAnswered() throws Exception {
    Activity first = tests.open(First.class);
    tests.main(() -> {
      int immutable = Build.VERSION.SDK_INT < 23 ? 0 : 1 << 26;
      PendingIntent asked =
          PendingIntent.getActivity(first, 3, tests.intent(Second.class), immutable);
      first.startIntentSenderForResult(asked.getIntentSender(), 9, null, 0, 0, 0);
      return null;
    });
    tests.until(() -> Page.last() instanceof Second && Page.last().isUp());
    Activity second = Page.last();
    tests.main(() -> {
      second.setResult(Activity.RESULT_OK);
      second.finish();
      return null;
    });
    Events.await("First.result:9:-1");
    tests.end(first);
  }

  private void dialogsAreMadeOnce() throws Exception {
    Activity first = tests.open(First.class);
    tests.main(() -> {
      Dialog dialog =
          new Dialog(first) {
            @Override
            protected void onCreate(Bundle state) {
              super.onCreate(state);
              Events.add("made");
            }

            @Override
            protected void onStop() {
              super.onStop();
              Events.add("stopped");
            }
          };
      check(dialog.getContext() != first, "a theme of its own");
      for (int i = 0; i < 2; i++) {
        dialog.show();
        dialog.hide();
        dialog.show();
        dialog.dismiss();
      }
      check(Events.all().endsWith("made stopped stopped"), Events.all());
      return null;
    });
    tests.end(first);
  }

  private void animatorsSlowDown() throws Exception {
    AtomicInteger updates = new AtomicInteger();
    tests.main(() -> {
      long now = AnimationUtils.currentAnimationTimeMillis();
      check(now > 0, now);
      ValueAnimator animator = ValueAnimator.ofFloat(0, 1);
      animator.setDuration(200);
      animator.setInterpolator(new DecelerateInterpolator());
      animator.addUpdateListener(each -> {
        updates.incrementAndGet();
        check(each.getAnimatedFraction() == (float) each.getAnimatedValue(), each);
        if (each.getAnimatedFraction() == 1) {
          Events.add("whole");
        }
      });
      animator.start();
      return null;
    });
    Events.await("whole");
    check(updates.get() > 2, updates);
    same(new DecelerateInterpolator().getInterpolation(0.5f), 0.75f);
  }

  private void fieldsComeAndGo() throws Exception {
    Activity first = tests.open(First.class);
    tests.main(() -> {
      EditText field = new EditText(first);
      field.setId(FIELD);
      field.setText("Wren");
      FrameLayout content = new FrameLayout(first);
      content.addView(field, new FrameLayout.LayoutParams(300, 100, Gravity.BOTTOM));
      first.setContentView(content);
      return null;
    });
    tests.settle();
    for (int visibility : new int[] {View.GONE, View.VISIBLE, View.INVISIBLE, View.VISIBLE}) {
      tests.main(() -> {
        first.findViewById(FIELD).setVisibility(visibility);
        return null;
      });
      tests.settle();
    }
    tests.main(() -> {
      check(first.findViewById(FIELD).isShown(), "there again");
      return null;
    });
    tests.end(first);
  }
}
