package dev.dexscope.natives;

import dev.dexscope.natives.elf.Machine;
import java.util.Map;
import java.util.TreeMap;

/**
 * The system that native code finds.
 *
 * @param level the API level
 * @param properties the system's properties
 * @param network whether connections are permitted
 * @param log receives the log
 * @param windows the name of the class that native code draws on surfaces by, with static methods
 *     {@code long size(Surface)}, width and height in one number, and {@code void post(Surface,
 *     ByteBuffer, int width, int height, int format)}; the surface's class loader loads it. Empty
 *     if there are no surfaces
 */
public record NativeSettings(
    int level, Map<String, String> properties, Network network, LogReceiver log, String windows) {
  /** Whether connections to other machines are permitted. */
  public enum Network {
    OFF,
    ON
  }

  /** Returns the settings of a device of this kind of machine. */
  public static NativeSettings of(int level, Network network, LogReceiver log) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("ro.build.version.sdk", Integer.toString(level));
    properties.put("ro.build.version.release", Integer.toString(Math.max(5, level - 20)));
    properties.put("ro.product.cpu.abi", Machine.X86_64.abi());
    properties.put("ro.product.cpu.abilist", Machine.X86_64.abi());
    properties.put("ro.product.cpu.abilist64", Machine.X86_64.abi());
    properties.put("ro.product.manufacturer", "Dexscope");
    properties.put("ro.product.model", "Dexscope");
    properties.put("ro.hardware", "dexscope");
    properties.put("ro.debuggable", "0");
    return new NativeSettings(level, Map.copyOf(properties), network, log, "");
  }

  /** Returns the same with a class for surfaces. */
  public NativeSettings withWindows(String name) {
    return new NativeSettings(level, properties, network, log, name);
  }

  /** Receives what native code logs. */
  @FunctionalInterface
  public interface LogReceiver {
    /**
     * Receives a message, on the thread that logs it.
     *
     * @param priority as in {@code android.util.Log}
     */
    void log(int priority, String tag, String text);
  }
}
