package dev.dexscope.apphost.device.input;

import android.graphics.Rect;
import android.os.Bundle;
import android.util.Xml;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.dexscope.apphost.device.phone.Replaces;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;

/**
 * The nodes of the screen as instrumentation has them: made of XML, and acted on by touches. Each
 * knows by its number its place in one of the last trees.
 */
@SuppressWarnings("unused")
public final class ScreenNodes {
  private static final String NODE = "android.view.accessibility.AccessibilityNodeInfo";

  private static final Pattern BOUNDS =
      Pattern.compile("\\[(-?\\d+),(-?\\d+)\\]\\[(-?\\d+),(-?\\d+)\\]");

  private static final int SET_TEXT = 0x200000;
  private static final String TEXT = "ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE";
  private static final int SCROLL_MILLIS = 300;
  private static final int LONG_MILLIS = 800;

  /** As many trees are known at once; nodes of older ones are gone. */
  private static final int MOST_TREES = 32;

  private static final int INDEX_BITS = 20;

  /** Numbers of nodes that are not ours do not begin so. */
  private static final long OURS = 0x5d5dL << 48;

  private static final Map<Long, Tree> TREES = new LinkedHashMap<>();
  private static long lastTree;

  private ScreenNodes() {}

  /** The methods that are newer than level 16, or hidden. */
  @ForType(AccessibilityNodeInfo.class)
  interface Newer {
    /** Since level 18. */
    void setViewIdResourceName(@Nullable String name);

    /** Since level 18. */
    void setEditable(boolean isEditable);

    /** Whether it is one that its user must not change, but may ask for others. */
    void setSealed(boolean isSealed);

    /** Its number. */
    @Accessor("mSourceNodeId")
    long getNumber();

    /** Gives it a number. */
    @Accessor("mSourceNodeId")
    void setNumber(long number);

    /** The framework's own method. */
    @Direct
    int getChildCount();

    /** The framework's own method. */
    @Direct
    @Nullable AccessibilityNodeInfo getChild(int index);

    /** The framework's own method. */
    @Direct
    @Nullable AccessibilityNodeInfo getParent();

    /** The framework's own method. */
    @Direct
    boolean performAction(int action, @Nullable Bundle arguments);

    /** The framework's own method. */
    @Direct
    boolean refresh();
  }

  /**
   * A node of a tree.
   *
   * @param place the indexes from the root on
   * @param parent its index among all; -1 for a root
   */
  private record Element(
      AccessibilityNodeInfo info, String place, int parent, List<Integer> children) {}

  private record Tree(List<Element> elements) {
    List<AccessibilityNodeInfo> roots() {
      return elements.stream().filter(each -> each.parent < 0).map(Element::info).toList();
    }
  }

  /** Returns the roots of the windows on the screen. */
  static List<AccessibilityNodeInfo> roots() {
    return tree().roots();
  }

  private static Tree tree() {
    String xml = Automation.hierarchy();
    int end = xml.lastIndexOf("</hierarchy>");
    if (end < 0) {
      return new Tree(List.of());
    }
    try {
      return read(xml.substring(0, end) + "</hierarchy>");
    } catch (IOException | XmlPullParserException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Tree read(String xml) throws IOException, XmlPullParserException {
    XmlPullParser in = Xml.newPullParser();
    in.setInput(new StringReader(xml));
    List<Element> elements = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>();
    int event;
    while ((event = in.next()) != XmlPullParser.END_DOCUMENT) {
      boolean isNode = in.getName() != null && in.getName().equals("node");
      if (event == XmlPullParser.START_TAG && isNode) {
        int parent = open.isEmpty() ? -1 : open.peek();
        String above = parent < 0 ? "" : elements.get(parent).place;
        String place = above + "/" + in.getAttributeValue(null, "index");
        AccessibilityNodeInfo info = AccessibilityNodeInfo.obtain();
        fill(info, in);
        if (parent >= 0) {
          elements.get(parent).children.add(elements.size());
        }
        open.push(elements.size());
        elements.add(new Element(info, place, parent, new ArrayList<>()));
      } else if (event == XmlPullParser.END_TAG && isNode) {
        open.pop();
      }
    }
    return keep(new Tree(elements));
  }

  private static Tree keep(Tree tree) {
    synchronized (TREES) {
      lastTree++;
      TREES.put(lastTree, tree);
      if (TREES.size() > MOST_TREES) {
        TREES.remove(TREES.keySet().iterator().next());
      }
      for (int i = 0; i < tree.elements.size(); i++) {
        newer(tree.elements.get(i).info).setNumber(OURS | lastTree << INDEX_BITS | i);
        newer(tree.elements.get(i).info).setSealed(true);
      }
    }
    return tree;
  }

  private static boolean isOurs(AccessibilityNodeInfo node) {
    return newer(node).getNumber() >>> 48 == OURS >>> 48;
  }

  private static @Nullable Tree treeOf(AccessibilityNodeInfo node) {
    synchronized (TREES) {
      return TREES.get((newer(node).getNumber() & ~OURS) >>> INDEX_BITS);
    }
  }

  private static @Nullable Element element(AccessibilityNodeInfo node) {
    Tree tree = treeOf(node);
    int index = (int) newer(node).getNumber() & ((1 << INDEX_BITS) - 1);
    return tree == null ? null : tree.elements.get(index);
  }

  /** Of {@code AccessibilityNodeInfo}. */
  @Replaces(NODE)
  static int getChildCount(AccessibilityNodeInfo node) {
    if (!isOurs(node)) {
      return newer(node).getChildCount();
    }
    Element element = element(node);
    return element == null ? 0 : element.children.size();
  }

  /** Of {@code AccessibilityNodeInfo}. */
  @Replaces(NODE)
  static @Nullable AccessibilityNodeInfo getChild(AccessibilityNodeInfo node, int index) {
    if (!isOurs(node)) {
      return newer(node).getChild(index);
    }
    Tree tree = treeOf(node);
    Element element = element(node);
    return tree == null || element == null || index >= element.children.size()
        ? null
        : AccessibilityNodeInfo.obtain(tree.elements.get(element.children.get(index)).info);
  }

  /** Of {@code AccessibilityNodeInfo}. */
  @Replaces(NODE)
  static @Nullable AccessibilityNodeInfo getParent(AccessibilityNodeInfo node) {
    if (!isOurs(node)) {
      return newer(node).getParent();
    }
    Tree tree = treeOf(node);
    Element element = element(node);
    return tree == null || element == null || element.parent < 0
        ? null
        : AccessibilityNodeInfo.obtain(tree.elements.get(element.parent).info);
  }

  /** Of {@code AccessibilityNodeInfo}. */
  @Replaces(NODE)
  static boolean performAction(AccessibilityNodeInfo node, int action) {
    return performAction(node, action, null);
  }

  /** Of {@code AccessibilityNodeInfo}. */
  @Replaces(NODE)
  static boolean performAction(AccessibilityNodeInfo node, int action, @Nullable Bundle arguments) {
    return isOurs(node)
        ? perform(node, action, arguments)
        : newer(node).performAction(action, arguments);
  }

  private static Newer newer(AccessibilityNodeInfo node) {
    return Reflector.reflector(Newer.class, node);
  }

  private static void fill(AccessibilityNodeInfo node, XmlPullParser in) {
    String className = in.getAttributeValue(null, "class");
    node.setText(in.getAttributeValue(null, "text"));
    node.setClassName(className);
    node.setPackageName(in.getAttributeValue(null, "package"));
    String description = in.getAttributeValue(null, "content-desc");
    node.setContentDescription(description.isEmpty() ? null : description);
    String id = in.getAttributeValue(null, "resource-id");
    newer(node).setViewIdResourceName(id.isEmpty() ? null : id);
    newer(node).setEditable(className.equals("android.widget.EditText"));
    node.setCheckable(is(in, "checkable"));
    node.setChecked(is(in, "checked"));
    node.setClickable(is(in, "clickable"));
    node.setEnabled(is(in, "enabled"));
    node.setFocusable(is(in, "focusable"));
    node.setFocused(is(in, "focused"));
    node.setScrollable(is(in, "scrollable"));
    node.setLongClickable(is(in, "long-clickable"));
    node.setPassword(is(in, "password"));
    node.setSelected(is(in, "selected"));
    node.setVisibleToUser(true);
    Matcher bounds = BOUNDS.matcher(in.getAttributeValue(null, "bounds"));
    if (bounds.matches()) {
      Rect at =
          new Rect(
              Integer.parseInt(bounds.group(1)),
              Integer.parseInt(bounds.group(2)),
              Integer.parseInt(bounds.group(3)),
              Integer.parseInt(bounds.group(4)));
      node.setBoundsInScreen(at);
      node.setBoundsInParent(at);
    }
    if (node.isClickable()) {
      node.addAction(AccessibilityNodeInfo.ACTION_CLICK);
    }
  }

  private static boolean is(XmlPullParser in, String name) {
    return "true".equals(in.getAttributeValue(null, name));
  }

  /** Of {@code AccessibilityNodeInfo}: what the node shows now; false if it is gone. */
  @Replaces(NODE)
  static boolean refresh(AccessibilityNodeInfo node) {
    if (!isOurs(node)) {
      return newer(node).refresh();
    }
    Element before = element(node);
    Element now = null;
    for (Element each : before == null ? List.<Element>of() : tree().elements) {
      now = each.place.equals(before == null ? "" : before.place) ? each : now;
    }
    if (now == null || !(now.info.getClassName() + "").equals(node.getClassName() + "")) {
      return false;
    }
    Rect bounds = new Rect();
    now.info.getBoundsInScreen(bounds);
    newer(node).setSealed(false);
    node.setBoundsInScreen(bounds);
    node.setText(now.info.getText());
    node.setContentDescription(now.info.getContentDescription());
    node.setChecked(now.info.isChecked());
    node.setEnabled(now.info.isEnabled());
    node.setFocused(now.info.isFocused());
    node.setSelected(now.info.isSelected());
    newer(node).setNumber(newer(now.info).getNumber());
    newer(node).setSealed(true);
    return true;
  }

  /** Acts as a user would: by touches in the middle of the node. */
  private static boolean perform(
      AccessibilityNodeInfo node, int action, @Nullable Bundle arguments) {
    Rect at = new Rect();
    node.getBoundsInScreen(at);
    int x = at.centerX();
    int y = at.centerY();
    int far = at.height() / 3;
    String script =
        switch (action) {
          case AccessibilityNodeInfo.ACTION_CLICK, AccessibilityNodeInfo.ACTION_FOCUS ->
              "input tap " + x + " " + y;
          case AccessibilityNodeInfo.ACTION_LONG_CLICK -> swipe(x, y, y, LONG_MILLIS);
          case AccessibilityNodeInfo.ACTION_SCROLL_FORWARD ->
              swipe(x, y + far, y - far, SCROLL_MILLIS);
          case AccessibilityNodeInfo.ACTION_SCROLL_BACKWARD ->
              swipe(x, y - far, y + far, SCROLL_MILLIS);
          case SET_TEXT -> {
            CharSequence text = arguments == null ? null : arguments.getCharSequence(TEXT);
            String quoted = (text == null ? "" : text.toString()).replace("'", "'\\''");
            yield "cmd dexscope do 'text:" + x + "," + y + "=" + quoted + "'";
          }
          default -> "";
        };
    return !script.isEmpty() && Automation.shell(script).length == 0;
  }

  private static String swipe(int x, int from, int to, int millis) {
    return "input swipe " + x + " " + from + " " + x + " " + to + " " + millis;
  }
}
