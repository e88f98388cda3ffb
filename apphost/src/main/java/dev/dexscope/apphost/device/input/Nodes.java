package dev.dexscope.apphost.device.input;

import android.view.View;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The nodes that are shown on the screen, in the order in which steps choose among them. */
public final class Nodes {
  /** The number of nodes that a message names. */
  private static final int NAMED = 8;

  private Nodes() {}

  /** Returns the nodes of the windows that are shown: those of the highest window first. */
  static List<Node> shown(List<View> windows) {
    List<Node> shown = new ArrayList<>();
    for (View each : windows.reversed()) {
      add(new ViewNode(each), shown);
    }
    shown.removeIf(each -> !each.isShown());
    return shown;
  }

  private static void add(Node node, List<Node> all) {
    all.add(node);
    node.children().forEach(each -> add(each, all));
  }

  /** Returns the node that a step means: the first of several. */
  public static Node find(List<View> windows, Target target) {
    List<Node> shown = shown(windows);
    for (Predicate<Node> way : ways(target)) {
      for (Node each : shown) {
        if (way.test(each)) {
          return each;
        }
      }
    }
    throw new AppException(
        "no such view on the screen", target.written(), "views: " + known(shown));
  }

  /**
   * Returns the field that a step means: the node itself, or the field around it, since the label
   * of a field of Compose is a node inside the field.
   */
  public static Node field(List<View> windows, Target target) {
    Node found = find(windows, target);
    if (!found.isEditable()) {
      for (Node each : shown(windows)) {
        if (each.isEditable() && contains(each, target)) {
          return each;
        }
      }
    }
    return found;
  }

  private static boolean contains(Node field, Target target) {
    List<Node> inside = new ArrayList<>();
    add(field, inside);
    return ways(target).stream().anyMatch(way -> inside.stream().anyMatch(way));
  }

  private static List<Predicate<Node>> ways(Target target) {
    return switch (target) {
      case Target.Id(String name) -> List.of(each -> name.equals(each.id()));
      case Target.Text(String text) -> List.of(each -> text.equals(each.text()));
      case Target.Description(String text) -> List.of(each -> text.equals(each.description()));
      case Target.Any(String words) ->
          List.of(
              each -> words.equals(each.id()),
              each -> words.equals(each.text()),
              each -> words.equals(each.description()),
              each -> words.equalsIgnoreCase(each.text()));
      case Target.Place(int x, int y) -> List.of(each -> each.isEditable() && isAt(each, x, y));
    };
  }

  private static boolean isAt(Node node, int x, int y) {
    int[] bounds = node.bounds();
    return x >= bounds[0] && y >= bounds[1] && x < bounds[2] && y < bounds[3];
  }

  /** A few of the nodes that can be tapped. */
  private static String known(List<Node> shown) {
    List<String> names =
        shown.stream().filter(Node::isClickable).limit(NAMED).map(Nodes::name).toList();
    return names.isEmpty() ? "none that can be tapped" : String.join(", ", names);
  }

  private static String name(Node node) {
    String id = node.id();
    if (id != null) {
      return "id/" + id;
    }
    String label = label(node);
    return label == null ? node.className().replaceFirst(".*[.]", "") : label;
  }

  /** Returns the first text or description in a node: Compose's buttons contain their text. */
  private static @Nullable String label(Node node) {
    String text = node.text();
    if (text != null && !text.isEmpty()) {
      return "text/" + text;
    }
    if (node.description() != null) {
      return "desc/" + node.description();
    }
    for (Node each : node.children()) {
      String label = label(each);
      if (label != null) {
        return label;
      }
    }
    return null;
  }
}
