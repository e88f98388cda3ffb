package dev.dexscope.device.home;

import dev.dexscope.apps.PhoneScreen;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.imageio.ImageIO;

/** Draws the launcher's screen. */
public final class HomePicture {
  /** Width, height, format and colour space, as {@code screencap} writes them. */
  private static final int HEADER = 16;

  private static final int RGBA = 1;
  private static final int SRGB = 1;

  private static final int ICON = 48;
  private static final int LABEL = 12;
  private static final int GAP = 4;

  private final HomeScreen home;
  private final BufferedImage image;

  private HomePicture(HomeScreen home) {
    this.home = home;
    PhoneScreen screen = home.screen();
    image = new BufferedImage(screen.width(), screen.height(), BufferedImage.TYPE_INT_RGB);
  }

  /** Draws a screen. */
  public static HomePicture of(HomeScreen home) {
    // No window of this machine is wanted.
    System.setProperty("java.awt.headless", "true");
    var picture = new HomePicture(home);
    Graphics2D graphics = picture.image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      picture.draw(graphics);
    } finally {
      graphics.dispose();
    }
    return picture;
  }

  private int points(int count) {
    return HomeScreen.points(home.screen(), count);
  }

  private void draw(Graphics2D graphics) {
    graphics.setPaint(
        new GradientPaint(0, 0, new Color(0x1f3a5f), 0, image.getHeight(), new Color(0x0b1524)));
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    for (HomeScreen.Icon each : home.icons()) {
      drawIcon(graphics, each);
    }
    try {
      for (HomeScreen.Icon each : home.icons()) {
        drawTexts(graphics, each);
      }
    } catch (LinkageError | InternalError e) {
      // A Java without the libraries of fonts draws the rest.
    }
  }

  private static int middle(HomeScreen.Icon icon) {
    return (icon.left() + icon.right()) / 2;
  }

  /** Packages keep their colours. */
  private void drawIcon(Graphics2D graphics, HomeScreen.Icon icon) {
    float hue = (icon.app().packageName().hashCode() & 0xff) / 256f;
    graphics.setColor(Color.getHSBColor(hue, 0.6f, 0.8f));
    int size = points(ICON);
    graphics.fillOval(middle(icon) - size / 2, icon.top() + points(GAP), size, size);
  }

  private void drawTexts(Graphics2D graphics, HomeScreen.Icon icon) {
    graphics.setColor(Color.WHITE);
    String label = icon.app().label();
    int end = label.isEmpty() ? 0 : label.offsetByCodePoints(0, 1);
    graphics.setFont(new Font(Font.SANS_SERIF, Font.BOLD, points(ICON) / 2));
    FontMetrics large = graphics.getFontMetrics();
    int half = (large.getAscent() - large.getDescent()) / 2;
    drawMiddle(graphics, label.substring(0, end), icon, icon.top() + points(GAP + ICON / 2) + half);
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, points(LABEL)));
    drawMiddle(
        graphics,
        shortened(graphics, label, icon),
        icon,
        icon.top() + points(GAP + ICON + LABEL + GAP));
  }

  private static String shortened(Graphics2D graphics, String label, HomeScreen.Icon icon) {
    FontMetrics metrics = graphics.getFontMetrics();
    int width = icon.right() - icon.left();
    String text = label;
    for (int end = label.length(); end > 0 && metrics.stringWidth(text) > width; end--) {
      text = label.substring(0, end) + "\u2026";
    }
    return text;
  }

  private static void drawMiddle(Graphics2D graphics, String text, HomeScreen.Icon icon, int y) {
    graphics.drawString(text, middle(icon) - graphics.getFontMetrics().stringWidth(text) / 2, y);
  }

  /** Returns it as a PNG file. */
  public byte[] png() throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  /** Returns its pixels as {@code screencap} writes them. */
  public byte[] raw() {
    int width = image.getWidth();
    int height = image.getHeight();
    ByteBuffer out =
        ByteBuffer.allocate(HEADER + 4 * width * height).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(width).putInt(height).putInt(RGBA).putInt(SRGB);
    out.order(ByteOrder.BIG_ENDIAN);
    int[] row = new int[width];
    for (int y = 0; y < height; y++) {
      image.getRGB(0, y, width, 1, row, 0, width);
      for (int pixel : row) {
        // Red comes first in memory.
        out.putInt(pixel << 8 | 0xff);
      }
    }
    return out.array();
  }
}
