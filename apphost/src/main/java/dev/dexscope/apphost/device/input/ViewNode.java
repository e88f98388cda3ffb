package dev.dexscope.apphost.device.input;

import android.content.res.Resources;
import android.text.Editable;
import android.text.method.PasswordTransformationMethod;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Checkable;
import android.widget.TextView;
import dev.dexscope.apphost.device.frames.Windows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A view. */
record ViewNode(View view) implements Node {
  @Override
  public String className() {
    return view.getClass().getName();
  }

  @Override
  public @Nullable String id() {
    if (view.getId() == View.NO_ID) {
      return null;
    }
    try {
      return view.getResources().getResourceEntryName(view.getId());
    } catch (Resources.NotFoundException e) {
      return null;
    }
  }

  @Override
  public @Nullable String resourceId() {
    if (view.getId() == View.NO_ID) {
      return null;
    }
    try {
      return view.getResources().getResourceName(view.getId());
    } catch (Resources.NotFoundException e) {
      return null;
    }
  }

  @Override
  public @Nullable String text() {
    return view instanceof TextView text && text.getText() != null
        ? text.getText().toString()
        : null;
  }

  @Override
  public @Nullable String description() {
    return view.getContentDescription() == null ? null : view.getContentDescription() + "";
  }

  @Override
  public int[] bounds() {
    return Windows.bounds(view);
  }

  @Override
  public boolean isVisible() {
    return view.getVisibility() == View.VISIBLE;
  }

  @Override
  public boolean isShown() {
    return view.isShown();
  }

  @Override
  public boolean isClickable() {
    return view.isClickable();
  }

  @Override
  public boolean isScrollable() {
    return view.canScrollVertically(1)
        || view.canScrollVertically(-1)
        || view.canScrollHorizontally(1)
        || view.canScrollHorizontally(-1);
  }

  @Override
  public boolean isEditable() {
    return view instanceof TextView && view.onCheckIsTextEditor();
  }

  @Override
  public boolean isEnabled() {
    return view.isEnabled();
  }

  @Override
  public boolean isFocused() {
    return view.isFocused();
  }

  @Override
  public boolean isSelected() {
    return view.isSelected();
  }

  @Override
  public boolean isCheckable() {
    return view instanceof Checkable;
  }

  @Override
  public boolean isChecked() {
    return view instanceof Checkable box && box.isChecked();
  }

  @Override
  public boolean isFocusable() {
    return view.isFocusable();
  }

  @Override
  public boolean isLongClickable() {
    return view.isLongClickable();
  }

  @Override
  public boolean isPassword() {
    return view instanceof TextView text
        && text.getTransformationMethod() instanceof PasswordTransformationMethod;
  }

  @Override
  public boolean type(String text) {
    if (view instanceof TextView field) {
      field.requestFocus();
      if (field.getText() instanceof Editable edited) {
        // As from a keyboard: a field for numbers takes nothing else.
        edited.replace(0, edited.length(), text);
      } else {
        field.setText(text);
      }
      return true;
    }
    return false;
  }

  @Override
  public List<Node> children() {
    List<Node> children = new ArrayList<>();
    if (view instanceof ViewGroup group) {
      for (int i = 0; i < group.getChildCount(); i++) {
        children.add(new ViewNode(group.getChildAt(i)));
      }
    }
    children.addAll(PartNode.of(view));
    return children;
  }
}
