package dev.dexscope.device.control;

import dev.dexscope.wire.ddm.AppChunk;

/** The introduction of the device's processes to monitors. */
public final class Introduction {
  private static final String VM = "Dalvik v2.1.0";

  private Introduction() {}

  /**
   * The chunk HELO.
   *
   * @param name the program's name
   */
  public static AppChunk.Hello of(StartRequest request, long pid, String name) {
    boolean isArm = System.getProperty("os.arch", "").equals("aarch64");
    return new AppChunk.Hello(
        1,
        (int) pid,
        VM,
        name,
        0,
        isArm ? "64-bit (arm64)" : "64-bit (x86_64)",
        "CheckJNI=false",
        0,
        request.packageName().isEmpty() ? name : request.packageName(),
        null);
  }
}
