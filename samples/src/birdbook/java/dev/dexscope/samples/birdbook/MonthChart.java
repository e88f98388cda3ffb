package dev.dexscope.samples.birdbook;

import android.content.Context;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.util.AttributeSet;
import android.view.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A bar for each month, as high as birds were seen in it; slow on purpose: see {@link
 * SpeciesActivity}.
 */
public final class MonthChart extends View {
  private static final int MONTHS = 12;

  private List<Species> species = Collections.emptyList();

  public MonthChart(Context context, AttributeSet attributes) {
    super(context, attributes);
  }

  void show(List<Species> species) {
    this.species = species;
    invalidate();
  }

  @Override
  protected void onDraw(Canvas canvas) {
    super.onDraw(canvas);
    List<Month> months = months();
    int most = 1;
    for (Month month : months) {
      most = Math.max(most, month.birds);
    }
    Paint paint = new Paint();
    paint.setColor(getResources().getColor(R.color.accent));
    float width = (float) getWidth() / MONTHS;
    for (int i = 0; i < months.size(); i++) {
      float top = getHeight() * (1 - (float) months.get(i).birds / most);
      canvas.drawRect(i * width + 2, top, (i + 1) * width - 2, getHeight(), paint);
    }
  }

  /** The months in their order, each with what was seen in it in all years. */
  private List<Month> months() {
    List<Month> all = new ArrayList<>();
    for (Species each : species) {
      for (int month = 0; month < each.counts.length; month++) {
        all.add(new Month(month % MONTHS, each.counts[month]));
      }
    }
    Collections.sort(all);
    List<Month> months = new ArrayList<>();
    for (Month each : all) {
      Month last = months.isEmpty() ? null : months.get(months.size() - 1);
      if (last != null && last.label.equals(each.label)) {
        last.birds += each.birds;
      } else {
        months.add(each);
      }
    }
    return months;
  }

  private static final class Month implements Comparable<Month> {
    final String label;
    int birds;

    Month(int number, int birds) {
      this.label = "month " + (number < 10 ? "0" : "") + number;
      this.birds = birds;
    }

    @Override
    public int compareTo(Month other) {
      return label.compareTo(other.label);
    }
  }
}
