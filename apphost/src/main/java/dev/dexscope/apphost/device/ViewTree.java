package dev.dexscope.apphost.device;

import android.view.View;
import android.view.ViewGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The views of all windows as text, or as JSON with the names of {@code uiautomator dump}. */
final class ViewTree {
  private final StringBuilder out = new StringBuilder();

  private ViewTree() {}

  static String text(List<View> windows) {
    var tree = new ViewTree();
    for (View each : windows) {
      tree.line(each, 0);
    }
    return tree.out.toString();
  }

  static String json(List<View> windows) {
    var tree = new ViewTree();
    tree.out.append("{\"windows\":[");
    for (int i = 0; i < windows.size(); i++) {
      tree.out.append(i == 0 ? "\n" : ",\n");
      tree.node(windows.get(i), i);
    }
    return tree.out.append("\n]}\n").toString();
  }

  private void line(View view, int depth) {
    out.repeat("  ", depth).append(view.getClass().getName());
    String id = Windows.id(view);
    if (id != null) {
      out.append(" #").append(id);
    }
    out.append(' ').append(Windows.boundsText(view));
    if (view.getVisibility() != View.VISIBLE) {
      out.append(" hidden");
    }
    if (view.isClickable()) {
      out.append(" clickable");
    }
    String text = Windows.text(view);
    if (text != null && !text.isEmpty()) {
      out.append(" \"").append(text.replace("\n", "\\n")).append('"');
    }
    String description = Windows.description(view);
    if (description != null) {
      out.append(" (").append(description).append(')');
    }
    out.append('\n');
    if (view instanceof ViewGroup group) {
      for (int i = 0; i < group.getChildCount(); i++) {
        line(group.getChildAt(i), depth + 1);
      }
    }
  }

  private void node(View view, int index) {
    out.append("{\"index\":").append(index);
    member("class", view.getClass().getName());
    String id = Windows.id(view);
    member("resource-id", id == null ? null : view.getContext().getPackageName() + ":id/" + id);
    member("text", Windows.text(view));
    member("content-desc", Windows.description(view));
    member("bounds", Windows.boundsText(view));
    out.append(",\"clickable\":").append(view.isClickable());
    out.append(",\"enabled\":").append(view.isEnabled());
    out.append(",\"focused\":").append(view.isFocused());
    out.append(",\"selected\":").append(view.isSelected());
    out.append(",\"visible\":").append(view.isShown());
    if (view instanceof ViewGroup group && group.getChildCount() > 0) {
      out.append(",\"children\":[");
      for (int i = 0; i < group.getChildCount(); i++) {
        out.append(i == 0 ? "\n" : ",\n");
        node(group.getChildAt(i), i);
      }
      out.append(']');
    }
    out.append('}');
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
