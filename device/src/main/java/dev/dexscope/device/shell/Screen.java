package dev.dexscope.device.shell;

import dev.dexscope.apps.AppSession;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The screen: the windows of the app that was started last. */
public record Screen(DeviceParts device) {
  /** Width, height, format and colour space, as {@code screencap} writes them. */
  private static final int HEADER = 16;

  /** The pixels of the screen, from the left to the right and from the top down. */
  public record Pixels(int width, int height, int colourSpace, byte[] rgba) {}

  /** Performs a step of the app's user. */
  void perform(String step) throws IOException {
    VmProcess front =
        device
            .processes()
            .front()
            .orElseThrow(() -> new IOException("no app is on the screen; am start shows one"));
    String answer = front.app().perform(step);
    if (!answer.equals(AppSession.DONE)) {
      throw new IOException(answer);
    }
  }

  /** Returns the bytes of a picture: a PNG, or the pixels after four numbers. */
  byte[] picture(boolean isPng) throws IOException {
    Path picture = Files.createTempFile("dexscope", isPng ? ".png" : ".raw");
    try {
      perform("screenshot:" + picture);
      return Files.readAllBytes(picture);
    } finally {
      Files.delete(picture);
    }
  }

  /** Returns the views as XML. */
  byte[] hierarchy() throws IOException {
    Path file = Files.createTempFile("dexscope", ".xml");
    try {
      perform("tree:" + file);
      return Files.readAllBytes(file);
    } finally {
      Files.delete(file);
    }
  }

  /** Returns the activity on top, {@code PACKAGE/.CLASS}; empty if no app is on the screen. */
  String focus() throws IOException {
    if (device.processes().front().isEmpty()) {
      return "";
    }
    Path file = Files.createTempFile("dexscope", ".txt");
    try {
      perform("focus:" + file);
      return Files.readString(file);
    } finally {
      Files.delete(file);
    }
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
