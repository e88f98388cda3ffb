package dev.dexscope.natives;

import java.io.FileDescriptor;
import java.nio.Buffer;

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

  /** Returns a buffer's {@code _elementSizeShift}. */
  static native int shift(Buffer buffer);

  /** Returns the number of a file. */
  static native int number(FileDescriptor file);

  /** Returns whether a field that neither Android nor the JDK has fails as it does. */
  static native int noField(Object of);

  static native void throwAndLog();
}
