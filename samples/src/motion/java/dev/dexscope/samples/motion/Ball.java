package dev.dexscope.samples.motion;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.view.View;

/** A disc at some place of a line; it counts what the framework has it do. */
final class Ball extends View {
  int measures;
  int layouts;
  int draws;

  private final Paint paint = new Paint();
  private float place;

  Ball(Context context) {
    super(context);
    paint.setColor(0xff00a000);
  }

  /** From 0 to 1. */
  void roll(float to) {
    place = to;
    invalidate();
  }

  Paint paint() {
    return paint;
  }

  @Override
  protected void onMeasure(int width, int height) {
    measures++;
    super.onMeasure(width, height);
  }

  @Override
  protected void onLayout(boolean isChanged, int left, int top, int right, int bottom) {
    layouts++;
    super.onLayout(isChanged, left, top, right, bottom);
  }

  @Override
  protected void onDraw(Canvas canvas) {
    draws++;
    float radius = getHeight() / 2f;
    float way = getWidth() - 2 * radius;
    canvas.drawCircle(radius + place * way, radius, radius, paint);
  }
}
