package dev.dexscope.vm.runtime;

/** Words exceptions as ART does. */
public final class Messages {
  private Messages() {}

  /** Called where a program catches an exception, before it sees it. */
  public static Throwable adapt(Throwable exception) {
    return exception;
  }
}
