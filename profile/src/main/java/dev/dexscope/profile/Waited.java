package dev.dexscope.profile;

import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.Method;
import java.util.List;

/** Names what threads wait for. */
final class Waited {
  private Waited() {}

  /**
   * Returns what a thread waited for: the method of the platform that the program called, with the
   * class or address if that tells more: {@code LinkedBlockingQueue.take}, {@code Object.wait of
   * Shop}.
   */
  static String words(Wait wait) {
    String called = called(wait.stack().frames());
    return switch (wait.kind()) {
      case SOCKET, FILE -> wait.what().isEmpty() ? called : wait.what();
      case LOCK -> called.isEmpty() ? simple(wait.what()) : called + " of " + simple(wait.what());
      case OBJECT -> called.equals("Object.wait") ? called + " of " + simple(wait.what()) : called;
      default -> called;
    };
  }

  /** The method of the platform that the program's innermost method has called. */
  private static String called(List<Frame> frames) {
    for (int i = frames.size() - 1; i >= 0; i--) {
      boolean isLast = i == 0 || frames.get(i - 1).kind() != Kind.PLATFORM;
      if (frames.get(i).kind() != Kind.PLATFORM) {
        return "";
      }
      if (isLast) {
        Method method = frames.get(i).method();
        return simple(method.className()) + "." + method.plainName();
      }
    }
    return "";
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
