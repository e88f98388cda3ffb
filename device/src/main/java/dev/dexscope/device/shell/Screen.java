package dev.dexscope.device.shell;

import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppSession;
import dev.dexscope.apps.Step;
import dev.dexscope.apps.Target;
import dev.dexscope.device.home.HomePicture;
import dev.dexscope.device.home.HomeScreen;
import dev.dexscope.device.process.AppReport;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The screen: the windows of the app in front, or the launcher. */
public record Screen(DeviceParts device) {
  /** Of Android's {@code KeyEvent}. */
  private static final Set<String> APP_SWITCH = Set.of("APP_SWITCH", "KEYCODE_APP_SWITCH", "187");

  /** Width, height, format and colour space, as {@code screencap} writes them. */
  private static final int HEADER = 16;

  /** The pixels of the screen, from the left to the right and from the top down. */
  public record Pixels(int width, int height, int colourSpace, byte[] rgba) {}

  private Optional<AppReport> front() {
    return device.processes().front().map(AppReport::new);
  }

  /** Performs a step of the user. */
  void perform(String step) throws IOException {
    Optional<VmProcess> app = device.processes().front();
    if (app.isEmpty()) {
      performAtHome(step);
      return;
    }
    String answer = app.get().app().perform(step);
    if (!answer.equals(AppSession.DONE)) {
      throw new IOException(answer);
    }
  }

  private void performAtHome(String text) throws IOException {
    try {
      switch (Step.parse(text)) {
        case Step.Tap(Target target, boolean _) -> tap(target);
        case Step.Touch touch -> {
          Optional<HomeScreen.App> touched = device.launcher().touch(touch);
          if (touched.isPresent()) {
            start(touched.get());
          }
        }
        case Step.Key(String name) -> {
          if (APP_SWITCH.contains(name.toUpperCase(Locale.ROOT))) {
            device.processes().showLast();
          }
        }
        case Step.Swipe _, Step.Fling _, Step.Back _, Step.Wait _ -> {
          // There is one page only, and nothing below it.
        }
        default -> throw new IOException("no app is on the screen; am start shows one");
      }
    } catch (AppException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void tap(Target target) throws IOException {
    HomeScreen home = device.launcher().screen();
    Optional<HomeScreen.App> app =
        switch (target) {
          case Target.Place(int x, int y) -> home.at(x, y);
          case Target.Text(String label) -> labelled(home, label);
          case Target.Description(String label) -> labelled(home, label);
          case Target.Any(String label) -> labelled(home, label);
          case Target.Id(String id) -> throw new IOException("the launcher has no id " + id);
        };
    if (app.isPresent()) {
      start(app.get());
    }
  }

  private static Optional<HomeScreen.App> labelled(HomeScreen home, String label)
      throws IOException {
    Optional<HomeScreen.App> app = home.labelled(label);
    if (app.isEmpty()) {
      throw new IOException("the launcher shows no " + label);
    }
    return app;
  }

  private void start(HomeScreen.App app) throws IOException {
    byte[] answer =
        Shell.output(device, "am start -W -p " + app.packageName() + " 2>&1 >/dev/null");
    if (answer.length > 0) {
      throw new IOException(new String(answer, StandardCharsets.UTF_8).strip());
    }
  }

  /** Returns the bytes of a picture: a PNG, or the pixels after four numbers. */
  byte[] picture(boolean isPng) throws IOException {
    Optional<AppReport> app = front();
    if (app.isPresent()) {
      return app.get().bytes(isPng ? ".png" : ".raw", file -> "screenshot:" + file);
    }
    HomePicture picture = HomePicture.of(device.launcher().screen());
    return isPng ? picture.png() : picture.raw();
  }

  /** Returns the views as XML. */
  byte[] hierarchy() throws IOException {
    Optional<AppReport> app = front();
    return app.isPresent()
        ? app.get().bytes(".xml", file -> "tree:" + file)
        : device.launcher().screen().hierarchy().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the activity on top, {@code PACKAGE/.CLASS}; empty if the app in front shows none yet.
   */
  String focus() throws IOException {
    List<String> lines = focusLines();
    return lines.isEmpty() ? "" : lines.getFirst();
  }

  /** Returns whether the keyboard is on the screen. */
  boolean showsKeyboard() throws IOException {
    return focusLines().contains(Step.KEYBOARD);
  }

  private List<String> focusLines() throws IOException {
    Optional<AppReport> app = front();
    return app.isPresent()
        ? app.get().lines(file -> "focus:" + file)
        : List.of(HomeScreen.ACTIVITY);
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
