package dev.dexscope.device.shell;

import dev.dexscope.apps.AppSession;
import dev.dexscope.apps.Step;
import dev.dexscope.device.process.AppReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The screen: the windows of the app that was started last. */
public record Screen(DeviceParts device) {
  /** Width, height, format and colour space, as {@code screencap} writes them. */
  private static final int HEADER = 16;

  /** The pixels of the screen, from the left to the right and from the top down. */
  public record Pixels(int width, int height, int colourSpace, byte[] rgba) {}

  private AppReport front() throws IOException {
    return new AppReport(
        device
            .processes()
            .front()
            .orElseThrow(() -> new IOException("no app is on the screen; am start shows one")));
  }

  /** Performs a step of the app's user. */
  void perform(String step) throws IOException {
    String answer = front().app().app().perform(step);
    if (!answer.equals(AppSession.DONE)) {
      throw new IOException(answer);
    }
  }

  /** Returns the bytes of a picture: a PNG, or the pixels after four numbers. */
  byte[] picture(boolean isPng) throws IOException {
    return front().bytes(isPng ? ".png" : ".raw", file -> "screenshot:" + file);
  }

  /** Returns the views as XML. */
  byte[] hierarchy() throws IOException {
    return front().bytes(".xml", file -> "tree:" + file);
  }

  /** Returns the activity on top, {@code PACKAGE/.CLASS}; empty if no app is on the screen. */
  String focus() throws IOException {
    List<String> lines = focusLines();
    return lines.isEmpty() ? "" : lines.getFirst();
  }

  /** Returns whether the keyboard is on the screen. */
  boolean showsKeyboard() throws IOException {
    return focusLines().contains(Step.KEYBOARD);
  }

  private List<String> focusLines() throws IOException {
    return device.processes().front().isEmpty()
        ? List.of()
        : front().lines(file -> "focus:" + file);
  }

  /** Returns what it shows. */
  public Pixels pixels() throws IOException {
    ByteBuffer raw = ByteBuffer.wrap(picture(false)).order(ByteOrder.LITTLE_ENDIAN);
    int width = raw.getInt();
    int height = raw.getInt();
    raw.getInt();
    int colourSpace = raw.getInt();
    byte[] rgba = new byte[raw.capacity() - HEADER];
    raw.get(rgba);
    return new Pixels(width, height, colourSpace, rgba);
  }
}
