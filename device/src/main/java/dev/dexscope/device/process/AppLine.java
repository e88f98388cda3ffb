package dev.dexscope.device.process;

import dev.dexscope.apps.AppSession;
import dev.dexscope.device.control.ControlMessage;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** The steps sent to an app one after the other, and its reports of them and of its tests. */
public final class AppLine {
  private static final String ENDED = "the app has ended";

  /** Sends to the process. */
  interface Sender {
    void send(ControlMessage message) throws IOException;
  }

  private final Sender sender;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<Said> said = new LinkedBlockingQueue<>();
  private volatile ControlMessage.@Nullable Displayed displayed;
  private @Nullable String ofStart;

  /** A status of a test; without one, the process has ended. */
  private record Said(ControlMessage.@Nullable TestStatus status) {}

  AppLine(Sender sender) {
    this.sender = sender;
  }

  /** Processes a message of the process. */
  void hear(ControlMessage message) {
    switch (message) {
      case ControlMessage.Answer answer -> answers.add(answer.text());
      case ControlMessage.TestStatus status -> said.add(new Said(status));
      default -> {
        // Others listen to that.
      }
    }
  }

  /** An activity is on the screen. */
  void displayed(ControlMessage.Displayed message) {
    if (displayed == null && !message.isFully()) {
      displayed = message;
    }
  }

  /** Returns the first activity that came to the screen since the last step; null without one. */
  public ControlMessage.@Nullable Displayed displayed() {
    return displayed;
  }

  /** The process has ended. */
  void ended() {
    answers.add(ENDED);
    said.add(new Said(null));
  }

  /** Waits until the app has started; returns the result. */
  public synchronized String awaitStart() throws IOException {
    String known = ofStart;
    if (known == null) {
      known = next();
      ofStart = known;
    }
    return known;
  }

  /**
   * Lets the app do a step, and waits for it.
   *
   * @param step as {@code dexscope run --do} takes it
   * @return {@link AppSession#DONE}, or why it is not
   */
  public synchronized String perform(String step) throws IOException {
    String started = awaitStart();
    if (!started.equals(AppSession.DONE)) {
      return started;
    }
    displayed = null;
    sender.send(new ControlMessage.Order(step));
    return next();
  }

  /** The end remains the answer to all later requests. */
  private String next() throws IOException {
    try {
      String answer = answers.take();
      if (answer.equals(ENDED)) {
        answers.add(ENDED);
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Waits for the next report of instrumentation; null if the process has ended. */
  public ControlMessage.@Nullable TestStatus nextStatus() throws IOException {
    try {
      return said.take().status();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
