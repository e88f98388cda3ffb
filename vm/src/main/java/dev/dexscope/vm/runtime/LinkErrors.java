package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/** ART's messages for classes that are missing, or whose initialisation has failed before. */
final class LinkErrors {
  private static final String NOT_INITIALISED = "Could not initialize class ";

  private LinkErrors() {}

  /** Returns the reworded error, or null to keep it. */
  static @Nullable Throwable adapt(NoClassDefFoundError error) {
    String message = error.getMessage();
    if (message == null) {
      return null;
    }
    if (message.startsWith(NOT_INITIALISED)) {
      String name = message.substring(NOT_INITIALISED.length());
      Throwable cause = Initialisers.failureOf(name);
      return cause == null ? null : error(name, cause);
    }
    return error.getCause() instanceof ClassNotFoundException cause && isClassName(message)
        ? error("Failed resolution of: L" + message.replace('.', '/') + ";", cause)
        : null;
  }

  private static boolean isClassName(String message) {
    return message.indexOf(' ') < 0 && message.indexOf(':') < 0 && message.indexOf(';') < 0;
  }

  private static NoClassDefFoundError error(String message, Throwable cause) {
    var error = new NoClassDefFoundError(message);
    error.initCause(cause);
    return error;
  }
}
