package dev.dexscope.apps;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A phone's screen.
 *
 * @param width in pixels
 * @param height in pixels
 * @param density in pixels of an inch
 */
public record PhoneScreen(int width, int height, int density) {
  /** 411 x 731 points, with 2.6 pixels each. */
  static final PhoneScreen DEFAULT = new PhoneScreen(1078, 1918, 420);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,5})x(\\d{1,5})@(\\d{1,4})");
  private static final int LEAST = 100;
  private static final int MOST = 8192;
  private static final int LEAST_DENSITY = 72;
  private static final int MOST_DENSITY = 1000;
  private static final double POINTS = 160;

  public PhoneScreen {
    if (Math.min(width, height) < LEAST || Math.max(width, height) > MOST) {
      throw new IllegalArgumentException("a screen has from 100 to 8192 pixels in each direction");
    }
    if (density < LEAST_DENSITY || density > MOST_DENSITY) {
      throw new IllegalArgumentException("a density is from 72 to 1000");
    }
  }

  static PhoneScreen parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no screen: " + text);
    }
    return new PhoneScreen(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Integer.parseInt(matcher.group(3)));
  }

  /** Returns the same screen, as it lies or stands. */
  PhoneScreen turned(boolean isLandscape) {
    return isLandscape == width > height
        ? this
        : new PhoneScreen(/* width= */ height, /* height= */ width, density);
  }

  /**
   * Returns it as the directories of resources have it: {@code w411dp-h731dp-port-notnight-420dpi}.
   */
  String qualifiers(boolean isNight) {
    return "w"
        + points(width)
        + "dp-h"
        + points(height)
        + "dp-"
        + (width > height ? "land-" : "port-")
        + (isNight ? "night-" : "notnight-")
        + density
        + "dpi";
  }

  /** Whole points, whose pixels are the same or one or two less. */
  private long points(int pixels) {
    return Math.round(pixels * POINTS / density);
  }

  @Override
  public String toString() {
    return width + "x" + height + "@" + density;
  }
}
