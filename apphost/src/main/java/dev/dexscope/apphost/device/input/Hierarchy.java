package dev.dexscope.apphost.device.input;

import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.TextView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of the windows as {@code uiautomator dump} writes them: those that can be seen. */
public final class Hierarchy {
  private static final int LAST_CHARACTER = 0xfffd;

  private final String packageName;
  private final StringBuilder out = new StringBuilder();

  private Hierarchy(String packageName) {
    this.packageName = packageName;
  }

  /**
   * Returns the windows as XML.
   *
   * @param packageName the app's
   */
  public static String xml(List<View> windows, String packageName) {
    Hierarchy hierarchy = new Hierarchy(packageName);
    StringBuilder out = hierarchy.out;
    out.append(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">");
    for (int i = 0; i < windows.size(); i++) {
      hierarchy.node(new ViewNode(windows.get(i)), i);
    }
    return out.append("</hierarchy>").toString();
  }

  private void node(Node node, int index) {
    out.append("<node");
    attribute("index", index + "");
    attribute("text", text(node));
    attribute("resource-id", node.resourceId());
    attribute("class", className(node));
    attribute("package", packageName);
    attribute("content-desc", node.description());
    attribute("checkable", node.isCheckable() + "");
    attribute("checked", node.isChecked() + "");
    attribute("clickable", node.isClickable() + "");
    attribute("enabled", node.isEnabled() + "");
    attribute("focusable", node.isFocusable() + "");
    attribute("focused", node.isFocused() + "");
    attribute("scrollable", node.isScrollable() + "");
    attribute("long-clickable", node.isLongClickable() + "");
    attribute("password", node.isPassword() + "");
    attribute("selected", node.isSelected() + "");
    attribute("bounds", node.boundsText());
    List<Node> children = node.children();
    if (children.isEmpty()) {
      out.append(" />");
      return;
    }
    out.append('>');
    int at = 0;
    for (Node each : children) {
      if (each.isShown()) {
        node(each, at);
      }
      at++;
    }
    out.append("</node>");
  }

  /** An empty field has its hint, and a password its length only. */
  private static @Nullable String text(Node node) {
    String text = node.text();
    if (node instanceof ViewNode(View view) && view instanceof TextView field) {
      if (text == null || text.isEmpty()) {
        CharSequence hint = field.getHint();
        return hint == null ? text : hint.toString();
      }
      return node.isPassword() ? "\u2022".repeat(text.length()) : text;
    }
    return text;
  }

  /** What a view is to screen readers: an app's own button is a button. */
  private static String className(Node node) {
    if (node instanceof ViewNode(View view)) {
      AccessibilityNodeInfo info = AccessibilityNodeInfo.obtain();
      view.onInitializeAccessibilityNodeInfo(info);
      return info.getClassName() + "";
    }
    return node.className();
  }

  private void attribute(String name, @Nullable String value) {
    out.append(' ').append(name).append("=\"");
    for (int i = 0; value != null && i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\n', '\t', '\r' -> out.append("&#").append((int) c).append(';');
        // XML has no others of these.
        default -> out.append(c < ' ' || c > LAST_CHARACTER ? '.' : c);
      }
    }
    out.append('"');
  }
}
