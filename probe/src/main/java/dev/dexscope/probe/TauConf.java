package dev.dexscope.probe;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@code tau.conf}: lines {@code NAME=VALUE}, and comments after {@code #}. A later
 * file overrides the settings that it contains; lines that cannot be parsed cause a warning and
 * change nothing.
 */
final class TauConf {
  private static final String NAME = "tau.conf";
  private static final int MOST_BYTES = 1 << 16;
  private static final int HIGHEST_PORT = 0xffff;
  private static final int DEEPEST_PATH = 64;

  /** {@code PROFILEDIR}; empty for the app's files folder. */
  String profileDir = "";

  /** {@code TAU_ALFRED_PORT}; 0 disables it. */
  int alfredPort = 6113;

  /** {@code TAU_ALFRED_SOCKET}: whether he is at an abstract socket too. */
  boolean alfredSocket = true;

  /** {@code TAU_DUMP_INTERVAL}, seconds; 0 for dumps on demand only. */
  int dumpInterval;

  /** {@code TAU_THREAD_MONITOR}: whether the VM's debug monitor is used. */
  boolean threadMonitor;

  /** {@code TAU_ADB_PORT}, of the device's own adb daemon; the environment has another default. */
  int adbPort = 5555;

  /** {@code TAU_VERBOSE}. */
  boolean verbose;

  /** {@code TAU_PROFILE}. */
  boolean profile = true;

  /** {@code TAU_TRACE}. */
  boolean trace;

  /** {@code TAU_WARMUP}: whether recording begins with the last of a program's runs. */
  boolean warmup;

  /** {@code TAU_CALLS}: whether the calls of all paths are written too; if null, with a trace. */
  @Nullable Boolean calls;

  /** Whether {@code TAU_METRICS} contains the CPU time. */
  boolean cpuTime;

  /** Whether it does not, so that a trace does not contain it either. */
  boolean wallOnly;

  /** Whether it is {@code NONE}: calls are counted, not timed. */
  private boolean untimed;

  /** {@code TAU_THROTTLE}. */
  boolean throttle = true;

  /** {@code TAU_THROTTLE_NUMCALLS}. */
  int throttleNumCalls = 1000;

  /** {@code TAU_THROTTLE_PERCALL}, microseconds. */
  int throttlePerCall = 10;

  /** {@code TAU_COMPENSATE}. */
  boolean compensate = true;

  /** {@code TAU_CALLPATH}. */
  boolean callPath;

  /** {@code TAU_CALLPATH_DEPTH}. */
  int callPathDepth = 2;

  private final List<String> warnings = new ArrayList<String>();

  /**
   * The app's asset, then the file in its folder, then the one for all apps, then that of this run,
   * which a system property names.
   */
  static TauConf load(File filesFolder) {
    TauConf conf = new TauConf();
    String adbPort = System.getenv("TAU_ADB_PORT");
    if (adbPort != null) {
      conf.read("environment", "TAU_ADB_PORT=" + adbPort);
    }
    InputStream asset = Assets.open(NAME);
    if (asset != null) {
      conf.read("assets/" + NAME, asset);
    }
    conf.read(new File(filesFolder, NAME));
    conf.read(new File(sharedStorage(), NAME));
    String ofThisRun = System.getProperty(NAME);
    if (ofThisRun != null) {
      conf.read(new File(ofThisRun));
    }
    return conf;
  }

  /** The storage for all apps: a virtual device has it in a folder of its machine. */
  private static String sharedStorage() {
    String named = System.getenv("EXTERNAL_STORAGE");
    return named == null ? "/sdcard" : named;
  }

  /** Returns whether calls are only counted; a trace is made of times. */
  boolean isUntimed() {
    return untimed && !trace;
  }

  /** Returns whether the calls of all paths are written. */
  boolean hasCalls() {
    return calls == null ? trace : calls;
  }

  /** Returns whether short methods are timed by samples. */
  boolean isThrottling() {
    return throttle && !isUntimed();
  }

  /** Returns warnings about lines that could not be parsed. */
  List<String> warnings() {
    return warnings;
  }

  private void read(File file) {
    // Before Android 11 an app may be forbidden to read the folder for all: then there is no file.
    if (!file.canRead()) {
      return;
    }
    try {
      read(file.getPath(), new FileInputStream(file));
    } catch (IOException e) {
      warnings.add(file + ": " + e.getMessage());
    }
  }

  /** Reads settings; {@code source} is for the warnings. */
  void read(String source, InputStream in) {
    try {
      read(source, new String(Assets.bytes(in, MOST_BYTES), StandardCharsets.UTF_8));
    } catch (IOException e) {
      warnings.add(source + ": " + e.getMessage());
    }
  }

  private void read(String source, String text) {
    int number = 0;
    for (String line : text.split("\r?\n", -1)) {
      number++;
      int comment = line.indexOf('#');
      String setting = (comment < 0 ? line : line.substring(0, comment)).trim();
      if (setting.startsWith("export ")) {
        setting = setting.substring("export ".length()).trim();
      }
      String problem = setting.length() == 0 ? "" : set(setting);
      if (problem.length() > 0) {
        warnings.add(source + ":" + number + ": " + problem);
      }
    }
  }

  /** Sets {@code NAME=VALUE}; returns the problem, or an empty text. */
  private String set(String setting) {
    int equals = setting.indexOf('=');
    if (equals < 0) {
      return "not NAME=VALUE";
    }
    String name = setting.substring(0, equals).trim();
    String value = setting.substring(equals + 1).trim();
    try {
      if (!set(name, value)) {
        return name + " is not known";
      }
    } catch (IllegalArgumentException e) {
      return name + " cannot be " + value;
    }
    return "";
  }

  private boolean set(String name, String value) {
    if (name.equals("PROFILEDIR")) {
      profileDir = value;
    } else if (name.equals("TAU_ALFRED_PORT")) {
      alfredPort = number(value, 0, HIGHEST_PORT);
    } else if (name.equals("TAU_ALFRED_SOCKET")) {
      alfredSocket = flag(value);
    } else if (name.equals("TAU_DUMP_INTERVAL")) {
      dumpInterval = number(value, 0, Integer.MAX_VALUE);
    } else if (name.equals("TAU_THREAD_MONITOR")) {
      check(value.equals("ddm") || value.equals("none"), value);
      threadMonitor = value.equals("ddm");
    } else if (name.equals("TAU_ADB_PORT")) {
      adbPort = number(value, 1, HIGHEST_PORT);
    } else if (name.equals("TAU_VERBOSE")) {
      verbose = flag(value);
    } else if (name.equals("TAU_PROFILE")) {
      profile = flag(value);
    } else if (name.equals("TAU_TRACE")) {
      trace = flag(value);
    } else if (name.equals("TAU_WARMUP")) {
      warmup = flag(value);
    } else if (name.equals("TAU_CALLS")) {
      calls = flag(value);
    } else if (name.equals("TAU_METRICS")) {
      check(value.matches("((CPU_)?TIME([:,]|$))+|NONE"), value);
      untimed = value.equals("NONE");
      cpuTime = value.contains("CPU");
      wallOnly = !cpuTime;
    } else if (name.equals("TAU_COMPENSATE")) {
      compensate = flag(value);
    } else if (name.equals("TAU_CALLPATH")) {
      callPath = flag(value);
    } else if (name.equals("TAU_CALLPATH_DEPTH")) {
      callPathDepth = number(value, 2, DEEPEST_PATH);
    } else {
      return setThrottle(name, value);
    }
    return true;
  }

  private boolean setThrottle(String name, String value) {
    if (name.equals("TAU_THROTTLE")) {
      throttle = flag(value);
    } else if (name.equals("TAU_THROTTLE_NUMCALLS")) {
      throttleNumCalls = number(value, 0, Integer.MAX_VALUE);
    } else if (name.equals("TAU_THROTTLE_PERCALL")) {
      throttlePerCall = number(value, 0, Integer.MAX_VALUE);
    } else {
      return false;
    }
    return true;
  }

  private static int number(String value, int least, int most) {
    int number = Integer.parseInt(value);
    check(number >= least && number <= most, value);
    return number;
  }

  private static boolean flag(String value) {
    String word = " " + value.toLowerCase(Locale.ROOT) + " ";
    boolean on = " 1 on yes true ".contains(word);
    check(on || " 0 off no false ".contains(word), value);
    return on;
  }

  private static void check(boolean isRight, String value) {
    if (!isRight) {
      throw new IllegalArgumentException(value);
    }
  }
}
