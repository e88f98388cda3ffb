package dev.dexscope.apphost.device;

import android.app.Activity;
import android.app.Application;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.text.Editable;
import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import android.widget.TextView;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.Orders;
import dev.dexscope.apphost.device.activity.Activities;
import dev.dexscope.apphost.device.activity.Idle;
import dev.dexscope.apphost.device.activity.Services;
import dev.dexscope.apphost.device.frames.Frames;
import dev.dexscope.apphost.device.frames.OnScreenKeyboard;
import dev.dexscope.apphost.device.frames.Screen;
import dev.dexscope.apphost.device.frames.Windows;
import dev.dexscope.apphost.device.input.Finger;
import dev.dexscope.apphost.device.input.Hierarchy;
import dev.dexscope.apphost.device.input.Monkey;
import dev.dexscope.apphost.device.input.Node;
import dev.dexscope.apphost.device.input.Nodes;
import dev.dexscope.apphost.device.input.ViewTree;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.system.UsersSettings;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.AppSession;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.Step;
import dev.dexscope.apps.Target;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.observe.recording.ScenarioRecording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;

/** Performs steps, of the script or from outside, as a user would. */
final class Steps {
  private final AppRequest request;
  private final EventLog events;
  private final Orders orders;
  private final Activities activities;
  private final Frames frames;
  private final Idle idle;
  private final Finger finger;

  /** Whether a device's client does the steps, and they are recorded. */
  private final boolean isRecorded = System.getProperty(AppRequest.RECORDING) != null;

  /** The touch that has begun and not ended. */
  private @Nullable Begun begun;

  /** Where and when a finger came. */
  private record Begun(Step.Touch touch, long nanos) {}

  Steps(AppRequest request, EventLog events, Orders orders, Idle idle) {
    this.request = request;
    this.events = events;
    this.orders = orders;
    this.activities = Phone.part(Activities.class);
    this.frames = Phone.part(Frames.class);
    this.idle = idle;
    this.finger = new Finger(idle);
  }

  /**
   * Performs those of the script.
   *
   * @param counts whether they are part of the result
   * @param isShown whether each leaves a picture
   */
  void all(boolean counts, boolean isShown) {
    List<Step> steps = request.script().steps();
    for (int i = 0; i < steps.size(); i++) {
      if (counts) {
        try (var _ = events.phase(Kind.STEP, request.script().text().get(i))) {
          perform(steps.get(i), true);
        }
      } else {
        perform(steps.get(i), false);
      }
      if (isShown) {
        takePicture(i + 1);
      }
    }
  }

  /** Executes orders from outside, until their sender ends them. */
  void obey() throws IOException {
    orders.answer(AppSession.DONE);
    while (!orders.isEnded()) {
      frames.rest();
      Orders.Order order = orders.next(!request.isRealTime());
      if (order != null) {
        obey(order);
      } else if (!orders.isEnded()) {
        idle.frame();
      }
    }
  }

  /** The app is there, without a script: orders are executed by {@link #obeyNow}. */
  void begin() {
    orders.answer(AppSession.DONE);
  }

  /** Executes the next order from outside, if there is one. */
  void obeyNow() {
    Orders.Order order = orders.isEnded() ? null : orders.next(false);
    if (order != null) {
      obey(order);
    }
  }

  private void obey(Orders.Order order) {
    switch (order) {
      case Orders.Perform(String step) -> orders.answer(result(step));
      case Orders.Show(boolean isShown) -> activities.show(isShown);
    }
  }

  private String result(String order) {
    try {
      Step step = Step.parse(order);
      if (isRecorded && isLook(step)) {
        // Clients look before each step and after it, and that takes no part in the profile.
        step(step, true);
      } else if (step instanceof Step.Touch touch) {
        touch(touch);
      } else {
        try (var _ = events.phase(Kind.STEP, Step.label(order))) {
          perform(step, true);
        }
      }
      return AppSession.DONE;
    } catch (AppException | RequestedFile.LostFileException e) {
      return e.getMessage() + "";
    }
  }

  /**
   * Takes a picture of the screen.
   *
   * @param step the number of the step after which it is taken
   */
  void takePicture(int step) {
    Path file = request.picture(step);
    RequestedFile.write(
        file,
        () -> {
          Files.createDirectories(file.getParent());
          Screen.save(Windows.onScreen(), file);
        });
  }

  /** No time passes for a look at what is there. */
  private void perform(Step step, boolean counts) {
    step(step, counts);
    if (!isLook(step) && !(step instanceof Step.Touch)) {
      idle.untilQuiet();
    }
  }

  /**
   * A touch is one step, from when the finger comes until it goes; in a recording until the app is
   * quiet after that, for which clients would else wait at each touch.
   */
  private void touch(Step.Touch touch) {
    switch (touch.movement()) {
      case DOWN -> {
        begun = new Begun(touch, System.nanoTime());
        step(touch, true);
      }
      case MOVE -> step(touch, true);
      case UP, CANCEL -> {
        // A client may end what none has begun.
        Begun from = begun == null ? new Begun(touch, System.nanoTime()) : begun;
        begun = null;
        step(touch, true);
        if (isRecorded) {
          idle.untilQuiet();
        }
        events.since(
            Kind.STEP, "touch:" + place(from.touch()) + " to " + place(touch), from.nanos());
      }
    }
  }

  private static String place(Step.Touch touch) {
    return touch.x() + "," + touch.y();
  }

  private static boolean isLook(Step step) {
    return step instanceof Step.Screenshot
        || step instanceof Step.Focus
        || step instanceof Step.Services
        || step instanceof Step.EndRecording
        || step instanceof Step.Tree;
  }

  private void step(Step step, boolean counts) {
    switch (step) {
      case Step.Tap(Target.Place(int x, int y), boolean isLong) -> finger.tap(x, y, isLong);
      case Step.Tap(Target target, boolean isLong) -> {
        if (OnScreenKeyboard.covers(Nodes.find(Windows.onScreen(), target).bounds())) {
          finger.hideKeyboard();
        }
        finger.tap(Nodes.find(Windows.onScreen(), target), isLong);
      }
      case Step.Type(Target target, String text) ->
          type(Nodes.field(Windows.onScreen(), target), text);
      case Step.Keys(String text) -> type(text);
      case Step.Swipe swipe ->
          finger.swipe(swipe.fromX(), swipe.fromY(), swipe.toX(), swipe.toY(), swipe.millis());
      case Step.Touch(Step.Movement movement, int x, int y) -> finger.touch(movement, x, y);
      case Step.Fling(Step.Direction direction) -> fling(direction);
      case Step.Rotate() -> activities.rotate();
      case Step.Setting(String assignment) -> activities.configure(change(assignment));
      case Step.Back() -> finger.back();
      case Step.Key(String name) -> finger.key(name);
      case Step.Focus(Path file) -> {
        if (counts) {
          write(file, focus());
        }
      }
      case Step.Wait(long millis) -> idle.advance(millis);
      case Step.Monkey(int count, long seed) -> monkey(count, seed);
      case Step.Screenshot(Path file) -> {
        if (counts) {
          RequestedFile.write(file, () -> Screen.save(Windows.onScreen(), file));
          events.now(Kind.SCREENSHOT, file.toString());
        }
      }
      case Step.Tree(String file) -> {
        if (counts) {
          tree(file);
        }
      }
      case Step.EndRecording() ->
          RequestedFile.write("the app's recording", ScenarioRecording::end);
      case Step.Relaunch() -> activities.relaunch();
      case Step.Broadcast(String intent, Path result) -> broadcast(intent, result);
      case Step.Service(Step.ServiceAction action, String intent) -> service(action, intent);
      case Step.Content content ->
          write(
              content.result(),
              ContentRequest.perform(RuntimeEnvironment.getApplication(), content));
      case Step.Services(Path file) -> write(file, Phone.part(Services.class).running());
      case Step.Start(String activity) ->
          activities.startFromOutside(
              StartIntent.of(RuntimeEnvironment.getApplication(), request, activity));
    }
  }

  private static void write(Path file, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    RequestedFile.write(file, () -> OutputFile.write(file, out -> out.write(bytes)));
  }

  /** The receivers run when the main thread is next idle, before the step is done. */
  private void broadcast(String intent, @Nullable Path result) {
    Application app = RuntimeEnvironment.getApplication();
    var last =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context context, Intent received) {
            if (result != null) {
              write(result, result());
            }
          }

          private String result() {
            String data = getResultData();
            return "result=" + getResultCode() + (data == null ? "" : ", data=\"" + data + "\"");
          }
        };
    app.sendOrderedBroadcast(StartIntent.of(app, request, intent), null, last, null, 0, null, null);
  }

  private void service(Step.ServiceAction action, String text) {
    Application app = RuntimeEnvironment.getApplication();
    Intent intent = StartIntent.of(app, request, text);
    boolean isThere =
        switch (action) {
          case START -> Phone.part(Services.class).start(intent, false) != null;
          case START_FOREGROUND -> Phone.part(Services.class).start(intent, true) != null;
          case STOP -> app.stopService(intent);
        };
    if (!isThere) {
      throw new AppException("no such service", intent, "the manifest names those that there are");
    }
  }

  private static PhoneSettings change(String assignment) {
    try {
      return UsersSettings.change(assignment);
    } catch (IOException | IllegalArgumentException e) {
      throw new AppException("no such setting", assignment, e.getMessage() + "");
    }
  }

  private String focus() {
    Activity top = activities.top();
    if (top == null || Windows.onScreen().isEmpty()) {
      return "";
    }
    String activity = top.getComponentName().flattenToShortString();
    return OnScreenKeyboard.isShown() ? activity + "\n" + Step.KEYBOARD : activity;
  }

  private static void type(Node node, String text) {
    if (!node.type(text)) {
      throw new AppException("no field for text", node.className(), "text needs the field itself");
    }
  }

  private void type(String text) {
    View focused = null;
    for (View each : Windows.onScreen()) {
      View inside = each.findFocus();
      focused = inside == null ? focused : inside;
    }
    if (focused instanceof TextView field && field.getEditableText() != null) {
      Editable edited = field.getEditableText();
      int end = Math.max(0, Math.max(field.getSelectionStart(), field.getSelectionEnd()));
      int start = Math.max(0, Math.min(field.getSelectionStart(), field.getSelectionEnd()));
      edited.replace(start, end, text);
      return;
    }
    // Views that draw their fields themselves get the text as from a keyboard.
    InputConnection keyboard =
        focused == null ? null : focused.onCreateInputConnection(new EditorInfo());
    if (keyboard == null) {
      throw new AppException("no field has the focus", text, "tap one first");
    }
    keyboard.commitText(text, 1);
  }

  private void fling(Step.Direction direction) {
    var metrics = RuntimeEnvironment.getApplication().getResources().getDisplayMetrics();
    int width = metrics.widthPixels;
    int height = metrics.heightPixels;
    int near = 3;
    switch (direction) {
      case UP -> finger.swipe(width / 2, height * near / 4, width / 2, height / 4, 300);
      case DOWN -> finger.swipe(width / 2, height / 4, width / 2, height * near / 4, 300);
      case LEFT -> finger.swipe(width * near / 4, height / 2, width / 4, height / 2, 300);
      case RIGHT -> finger.swipe(width / 4, height / 2, width * near / 4, height / 2, 300);
    }
  }

  private void monkey(int count, long seed) {
    System.err.println("dexscope: monkey:" + count + "@" + seed);
    var monkey = new Monkey(seed);
    int ends = 0;
    for (int i = 0; i < count; i++) {
      if (activities.top() == null) {
        ends++;
        activities.relaunch();
      }
      monkey.play(finger);
      idle.untilQuiet();
    }
    if (ends > 0) {
      System.err.println(
          "dexscope: monkey: the app has ended all its activities, and was started again, "
              + ends
              + (ends == 1 ? " time" : " times"));
    }
  }

  private void tree(String file) {
    List<View> windows = Windows.onScreen();
    if (file.isEmpty()) {
      System.out.print(ViewTree.text(windows));
      return;
    }
    String text =
        file.endsWith(".json")
            ? ViewTree.json(windows)
            : file.endsWith(".xml")
                ? Hierarchy.xml(windows, Phone.current().packageName())
                : ViewTree.text(windows);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    RequestedFile.write(file, () -> OutputFile.write(Path.of(file), out -> out.write(bytes)));
  }
}
