package dev.dexscope.apphost.device.input;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something on the screen that a step can name: a view, or a part of a view that draws its parts
 * itself.
 */
public sealed interface Node permits ViewNode, PartNode {
  /** Returns the name of its class; a part's is that of the view that it resembles. */
  String className();

  /** Returns the name of its id, without package; null if it has none. */
  @Nullable String id();

  /** Returns the id as {@code uiautomator} prints it; null if it has none. */
  @Nullable String resourceId();

  /** Returns the text that it shows; null if it is not there for text. */
  @Nullable String text();

  /** Returns its content description. */
  @Nullable String description();

  /** Returns where it is on the screen: left, top, right, bottom. */
  int[] bounds();

  /** Returns whether it is visible by itself, whatever those around it are. */
  boolean isVisible();

  /** Returns whether it and all around it are visible. */
  boolean isShown();

  /** Returns whether a tap does something. */
  boolean isClickable();

  /** Returns whether there is more of its content than is shown. */
  boolean isScrollable();

  /** Returns whether the user can type into it. */
  boolean isEditable();

  /** Returns whether it reacts at all. */
  boolean isEnabled();

  /** Returns whether keys go to it. */
  boolean isFocused();

  /** Returns whether it is selected. */
  boolean isSelected();

  /** Returns whether it has two states. */
  boolean isCheckable();

  /** Returns whether it is in the second of two states. */
  boolean isChecked();

  /** Returns whether it can have the focus. */
  boolean isFocusable();

  /** Returns whether a long touch does something. */
  boolean isLongClickable();

  /** Returns whether its text is hidden. */
  boolean isPassword();

  /** Focuses it and replaces its text; returns whether it has one. */
  boolean type(String text);

  /** Returns the nodes inside, in the order in which they are drawn. */
  List<Node> children();

  /** Returns the bounds as {@code uiautomator} prints them. */
  default String boundsText() {
    int[] at = bounds();
    return String.format(Locale.ROOT, "[%d,%d][%d,%d]", at[0], at[1], at[2], at[3]);
  }
}
