package dev.dexscope.natives;

/** The methods of {@code device.c}: each returns 0, else the line that failed. */
final class DeviceLibrary {
  private DeviceLibrary() {}

  static native int assets(Object manager);

  static native int assetsOfAThread(Object manager);

  static native int loopers();

  static native int loopersOfThreads();

  static native int loopersEnd();

  static native int configuration(Object manager);

  static native int bitmap(Object bitmap);

  static native void throwAndLog();
}
