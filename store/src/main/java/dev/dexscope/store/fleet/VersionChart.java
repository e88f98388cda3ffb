package dev.dexscope.store.fleet;

import dev.dexscope.base.text.Xml;
import dev.dexscope.trace.analysis.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A picture of a {@link VersionHistory} as SVG: versions along x, the mean of each with its 95 %
 * confidence, from 0 on, so that heights can be compared.
 *
 * @param width in pixels of the picture's own scale
 * @param height likewise
 * @param axes whether values and versions are written at the axes
 */
record VersionChart(int width, int height, Axes axes) {
  private static final double CONFIDENCE = 0.95;

  /** More would be written over each other. */
  private static final int MOST_LABELS = 12;

  enum Axes {
    LABELLED,
    NONE
  }

  static final VersionChart LARGE = new VersionChart(760, 220, Axes.LABELLED);
  static final VersionChart SMALL = new VersionChart(150, 36, Axes.NONE);

  /** Draws it; the versions that are compared are marked. */
  String of(VersionHistory history, List<String> compared) {
    double most =
        history.samples().values().stream().mapToDouble(VersionChart::top).max().orElse(0);
    int left = axes == Axes.LABELLED ? 70 : 4;
    int bottom = axes == Axes.LABELLED ? 28 : 3;
    double scale = (height - bottom - 8) / Math.max(1, most);
    double step = (width - left - 12.0) / Math.max(1, history.samples().size() - 1);
    var out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" style=\"max-width:%dpx\" role=\"img\">",
            width,
            height,
            width));
    out.append(String.format(Locale.ROOT, "<title>%s</title>", Xml.escaped(words(history))));
    double ground = height - bottom;
    out.append(
        String.format(
            Locale.ROOT, "<path class=\"axis\" d=\"M%d %.1fH%d\"/>", left, ground, width - 4));
    if (axes == Axes.LABELLED) {
      out.append(
          String.format(
              Locale.ROOT, "<text x=\"%d\" y=\"%.1f\" class=\"y\">0</text>", left - 6, ground));
      double high = ground - most * scale;
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%.1f\" class=\"y\">%s</text>",
              left - 6,
              high + 4,
              millis(most)));
      out.append(
          String.format(
              Locale.ROOT, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", left, high, width - 4));
    }
    List<String> line = new ArrayList<>();
    var points = new StringBuilder();
    int every = Math.ceilDiv(history.samples().size(), MOST_LABELS);
    int number = 0;
    for (Map.Entry<String, Sample> each : history.samples().entrySet()) {
      Sample sample = each.getValue();
      double x = left + 6 + number * step;
      double y = ground - sample.mean() * scale;
      line.add(String.format(Locale.ROOT, "%.1f %.1f", x, y));
      double half = half(sample) * scale;
      points.append(
          String.format(
              Locale.ROOT,
              "<path class=\"whisker\" d=\"M%.1f %.1fV%.1f\"/>",
              x,
              y - half,
              Math.min(ground, y + half)));
      boolean isCompared = compared.contains(each.getKey());
      points.append(
          String.format(
              Locale.ROOT,
              "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>",
              isCompared ? "compared" : "mean",
              x,
              y,
              axes == Axes.LABELLED ? "4" : "2.5"));
      if (axes == Axes.LABELLED && (number % every == 0 || isCompared)) {
        points.append(
            String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\" class=\"x\">%s</text>",
                Math.min(x, width - 14.0),
                height - 8,
                Xml.escaped(each.getKey().isEmpty() ? "none" : each.getKey())));
      }
      number++;
    }
    out.append(
        String.format(Locale.ROOT, "<path class=\"line\" d=\"M%s\"/>", String.join("L", line)));
    return out.append(points).append("</svg>").toString();
  }

  private static double top(Sample sample) {
    return sample.mean() + half(sample);
  }

  /** One run has no spread. */
  private static double half(Sample sample) {
    return sample.runs() < 2 ? 0 : sample.halfWidth(CONFIDENCE);
  }

  /** The figures, for those who do not see the picture. */
  private static String words(VersionHistory history) {
    List<String> words = new ArrayList<>();
    history
        .samples()
        .forEach((version, sample) ->
            words.add(
                version
                    + ": "
                    + millis(sample.mean())
                    + " ± "
                    + millis(half(sample))
                    + ", "
                    + sample.runs()
                    + " runs"));
    return String.join("\n", words);
  }

  static String millis(double nanos) {
    double millis = nanos / 1e6;
    return String.format(
        Locale.ROOT, millis < 10 ? "%.2f ms" : millis < 100 ? "%.1f ms" : "%,.0f ms", millis);
  }
}
