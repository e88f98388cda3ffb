package dev.dexscope.apphost.device.input;

import android.graphics.Rect;
import android.os.Bundle;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * A part of a view that draws its parts itself, as the view describes it to screen readers: a node
 * of its {@link AccessibilityNodeProvider}. Compose's whole screens are such parts of one view.
 */
final class PartNode implements Node {
  /** {@code AccessibilityNodeInfo.ACTION_SET_TEXT} and the name of its argument, of level 21. */
  private static final int SET_TEXT = 0x200000;

  private static final String TEXT = "ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE";

  /** The name under which Compose hands out the tags that tests find nodes by. */
  private static final String TEST_TAG = "androidx.compose.ui.semantics.testTag";

  private static final String ID = ":id/";

  private final View host;
  private final AccessibilityNodeProvider provider;
  private final int number;
  private final AccessibilityNodeInfo info;

  /** Those above, for providers whose parts contain one another. */
  private final Set<Integer> above;

  /** The methods that are hidden, or newer than level 16. */
  @ForType(AccessibilityNodeInfo.class)
  interface Newer {
    /** The view's number in the lower half, the part's in the upper one. */
    long getChildId(int index);

    /** Since level 18. */
    @Nullable String getViewIdResourceName();

    /** Since level 18. */
    boolean isEditable();

    /** Since level 19. */
    Bundle getExtras();

    /** Since level 26. */
    List<String> getAvailableExtraData();
  }

  /** Methods of providers that are newer than level 16. */
  @ForType(AccessibilityNodeProvider.class)
  interface NewerProvider {
    /** Since level 26. */
    void addExtraDataToAccessibilityNodeInfo(
        int number, AccessibilityNodeInfo info, String key, Bundle arguments);
  }

  private PartNode(
      View host,
      AccessibilityNodeProvider provider,
      int number,
      AccessibilityNodeInfo info,
      Set<Integer> above) {
    this.host = host;
    this.provider = provider;
    this.number = number;
    this.info = info;
    this.above = above;
  }

  /** Returns the parts of a view; none if it describes none. */
  static List<Node> of(View host) {
    AccessibilityNodeProvider provider = host.getAccessibilityNodeProvider();
    if (provider == null) {
      return List.of();
    }
    AccessibilityNodeInfo info = provider.createAccessibilityNodeInfo(View.NO_ID);
    return info == null
        ? List.of()
        : new PartNode(host, provider, View.NO_ID, info, Set.of()).children();
  }

  @Override
  public List<Node> children() {
    List<Node> children = new ArrayList<>();
    Set<Integer> path = new HashSet<>(above);
    path.add(number);
    for (int i = 0; i < info.getChildCount(); i++) {
      int child = (int) (newer().getChildId(i) >> Integer.SIZE);
      // A view among the parts has no number as a part: it is in the view's own children.
      AccessibilityNodeInfo described =
          path.contains(child) ? null : provider.createAccessibilityNodeInfo(child);
      if (described != null) {
        children.add(new PartNode(host, provider, child, described, path));
      }
    }
    return children;
  }

  private Newer newer() {
    return Reflector.reflector(Newer.class, info);
  }

  private static @Nullable String text(@Nullable CharSequence text) {
    return text == null ? null : text.toString();
  }

  @Override
  public String className() {
    CharSequence name = info.getClassName();
    return name == null ? View.class.getName() : name.toString();
  }

  @Override
  public @Nullable String id() {
    String full = resourceId();
    int at = full == null ? -1 : full.indexOf(ID);
    return full == null || at < 0 ? full : full.substring(at + ID.length());
  }

  @Override
  public @Nullable String resourceId() {
    String id = newer().getViewIdResourceName();
    return id == null ? testTag() : id;
  }

  private @Nullable String testTag() {
    if (!newer().getAvailableExtraData().contains(TEST_TAG)) {
      return null;
    }
    Reflector.reflector(NewerProvider.class, provider)
        .addExtraDataToAccessibilityNodeInfo(number, info, TEST_TAG, new Bundle());
    return text(newer().getExtras().getCharSequence(TEST_TAG));
  }

  @Override
  public @Nullable String text() {
    return text(info.getText());
  }

  @Override
  public @Nullable String description() {
    return text(info.getContentDescription());
  }

  @Override
  public int[] bounds() {
    Rect bounds = new Rect();
    info.getBoundsInScreen(bounds);
    return new int[] {bounds.left, bounds.top, bounds.right, bounds.bottom};
  }

  @Override
  public boolean isVisible() {
    return info.isVisibleToUser();
  }

  @Override
  public boolean isShown() {
    return isVisible() && host.isShown();
  }

  @Override
  public boolean isClickable() {
    return info.isClickable();
  }

  @Override
  public boolean isScrollable() {
    return info.isScrollable();
  }

  @Override
  public boolean isEditable() {
    return newer().isEditable();
  }

  @Override
  public boolean isEnabled() {
    return info.isEnabled();
  }

  @Override
  public boolean isFocused() {
    return info.isFocused();
  }

  @Override
  public boolean isSelected() {
    return info.isSelected();
  }

  @Override
  public boolean isCheckable() {
    return info.isCheckable();
  }

  @Override
  public boolean isChecked() {
    return info.isChecked();
  }

  @Override
  public boolean isFocusable() {
    return info.isFocusable();
  }

  @Override
  public boolean isLongClickable() {
    return info.isLongClickable();
  }

  @Override
  public boolean isPassword() {
    return info.isPassword();
  }

  @Override
  public boolean type(String text) {
    var arguments = new Bundle();
    arguments.putCharSequence(TEXT, text);
    provider.performAction(number, AccessibilityNodeInfo.ACTION_FOCUS, new Bundle());
    return provider.performAction(number, SET_TEXT, arguments);
  }
}
