package dev.dexscope.inject.code;

/**
 * The names of the profiler's class, and of its methods for the beginning and the end of a call.
 */
public enum ProfilerNames {
  OURS("dev/dexscope/probe", "enter", "exit", "classes.dex"),
  TAU("edu/uoregon/TAU", "start", "stop", "tau.dex");

  private final String folder;
  private final String enter;
  private final String exit;
  private final String resource;

  ProfilerNames(String folder, String enter, String exit, String resource) {
    this.folder = folder;
    this.enter = enter;
    this.exit = exit;
    this.resource = resource;
  }

  /** The run time with these names: a file beside its class {@code Profiler}. */
  public String resource() {
    return resource;
  }

  /** Returns whether a class, by its descriptor, is of the run time, whatever that is called. */
  public static boolean isProfiler(String descriptor) {
    for (ProfilerNames each : values()) {
      if (descriptor.startsWith("L" + each.folder + "/")) {
        return true;
      }
    }
    return false;
  }

  /** The class that instrumented code calls, by its descriptor. */
  public String type() {
    return "L" + folder + "/Profiler;";
  }

  /** Its method that a method calls when it begins. */
  public String enter() {
    return enter;
  }

  String exit() {
    return exit;
  }
}
