package dev.dexscope.apphost.device.system;

import android.graphics.Canvas;
import android.graphics.Color;
import android.text.Html;
import android.text.Layout;
import android.text.StaticLayout;
import android.text.TextPaint;
import org.jspecify.annotations.Nullable;

/** Paints the text of a page as wide as its view. */
final class WebPaint {
  /** The size of text and the margin of a page, in pixels of CSS. */
  private static final int TEXT = 16;

  private static final int MARGIN = 8;

  private final TextPaint paint = new TextPaint(TextPaint.ANTI_ALIAS_FLAG);
  private final float density;
  private final CharSequence text;
  private @Nullable Layout layout;

  WebPaint(WebDocument page, float density) {
    this.density = density;
    this.text = page.body().isBlank() ? "" : Html.fromHtml(page.body());
    paint.setTextSize(TEXT * density);
    paint.setColor(Color.BLACK);
    paint.linkColor = Color.BLUE;
  }

  /** Returns the text of the page. */
  String text() {
    return text.toString().strip();
  }

  /** Returns how high the page is in a view of this width. */
  int height(int width) {
    return text.length() == 0 ? 0 : layout(width).getHeight() + 2 * margin();
  }

  void draw(Canvas canvas, int width) {
    if (text.length() > 0 && width > 2 * margin()) {
      canvas.save();
      canvas.translate(margin(), margin());
      layout(width).draw(canvas);
      canvas.restore();
    }
  }

  private int margin() {
    return Math.round(MARGIN * density);
  }

  private Layout layout(int width) {
    int inner = Math.max(1, width - 2 * margin());
    Layout made = layout;
    if (made == null || made.getWidth() != inner) {
      made = new StaticLayout(text, paint, inner, Layout.Alignment.ALIGN_NORMAL, 1, 0, true);
      layout = made;
    }
    return made;
  }
}
