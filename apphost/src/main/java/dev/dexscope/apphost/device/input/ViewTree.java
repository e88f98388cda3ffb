package dev.dexscope.apphost.device.input;

import android.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of all windows as text, or as JSON with the names of {@code uiautomator dump}. */
public final class ViewTree {
  private final StringBuilder out = new StringBuilder();

  private ViewTree() {}

  public static String text(List<View> windows) {
    var tree = new ViewTree();
    for (View each : windows) {
      tree.line(new ViewNode(each), 0);
    }
    return tree.out.toString();
  }

  public static String json(List<View> windows) {
    var tree = new ViewTree();
    tree.out.append("{\"windows\":[");
    for (int i = 0; i < windows.size(); i++) {
      tree.out.append(i == 0 ? "\n" : ",\n");
      tree.node(new ViewNode(windows.get(i)), i);
    }
    return tree.out.append("\n]}\n").toString();
  }

  private void line(Node node, int depth) {
    out.repeat("  ", depth).append(node.className());
    String id = node.id();
    if (id != null) {
      out.append(" #").append(id);
    }
    out.append(' ').append(node.boundsText());
    word(!node.isVisible(), "hidden");
    word(node.isClickable(), "clickable");
    word(node.isScrollable(), "scrollable");
    word(node.isEditable(), "editable");
    String text = node.text();
    if (text != null && !text.isEmpty()) {
      out.append(" \"").append(text.replace("\n", "\\n")).append('"');
    }
    String description = node.description();
    if (description != null) {
      out.append(" (").append(description).append(')');
    }
    out.append('\n');
    node.children().forEach(each -> line(each, depth + 1));
  }

  private void word(boolean isTrue, String word) {
    if (isTrue) {
      out.append(' ').append(word);
    }
  }

  private void node(Node node, int index) {
    out.append("{\"index\":").append(index);
    member("class", node.className());
    member("resource-id", node.resourceId());
    member("text", node.text());
    member("content-desc", node.description());
    member("bounds", node.boundsText());
    member("clickable", node.isClickable());
    member("scrollable", node.isScrollable());
    member("editable", node.isEditable());
    member("enabled", node.isEnabled());
    member("focused", node.isFocused());
    member("selected", node.isSelected());
    member("visible", node.isShown());
    List<Node> children = node.children();
    if (!children.isEmpty()) {
      out.append(",\"children\":[");
      for (int i = 0; i < children.size(); i++) {
        out.append(i == 0 ? "\n" : ",\n");
        node(children.get(i), i);
      }
      out.append(']');
    }
    out.append('}');
  }

  private void member(String name, boolean value) {
    out.append(",\"").append(name).append("\":").append(value);
  }

  private void member(String name, @Nullable String value) {
    if (value == null) {
      return;
    }
    out.append(",\"").append(name).append("\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
