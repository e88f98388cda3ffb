package dev.dexscope.device.control;

import java.util.List;

/**
 * What a process is to run.
 *
 * @param name as {@code ps} and monitors show it
 * @param packageName what it belongs to; empty for none
 * @param isDebuggable whether debuggers may attach
 * @param waits whether it begins when a debugger lets it
 * @param classPath dex files and archives of them, on the host; none for an app
 * @param mainClass whose main method is called; empty for what the first file says
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

  /** Whether it is an app with activities, not a program with a main method. */
  public boolean isApp() {
    return !appRequest.isEmpty();
  }
}
