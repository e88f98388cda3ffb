package dev.dexscope.device.control;

import java.util.List;

/**
 * A request to run a program in a process.
 *
 * @param name shown by {@code ps} and monitors
 * @param packageName its package; may be empty
 * @param isDebuggable whether debuggers may attach
 * @param waits whether it waits for a debugger before it begins
 * @param classPath dex files and archives of them, on the host; empty for an app
 * @param mainClass its main method is called; empty for the main class of the first file
 * @param root the device's root on the host, in which monitors name files
 * @param folder the app's own folder on the host
 * @param appRequest the folder of an app's request; empty for a program
 */
public record StartRequest(
    String name,
    String packageName,
    int uid,
    boolean isDebuggable,
    boolean waits,
    List<String> classPath,
    String mainClass,
    List<String> arguments,
    String root,
    String folder,
    String appRequest) {
  public StartRequest {
    classPath = List.copyOf(classPath);
    arguments = List.copyOf(arguments);
  }

  /** The same, which waits for a debugger. */
  public StartRequest waiting() {
    return new StartRequest(
        name,
        packageName,
        uid,
        isDebuggable,
        true,
        classPath,
        mainClass,
        arguments,
        root,
        folder,
        appRequest);
  }

  /** Returns whether it is an app with activities, not a program with a main method. */
  public boolean isApp() {
    return !appRequest.isEmpty();
  }
}
