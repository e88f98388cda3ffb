package dev.dexscope.wire.adb;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;

/**
 * The result of {@code stat} for a file. The first form of sync has mode, size and time only.
 *
 * @param error 0, or the number of Linux' error: then the rest is 0
 * @param mode type and permissions; 0 for a missing file
 * @param modified in seconds since 1970, as {@code accessed} and {@code changed}
 */
public record FileState(
    int error,
    long device,
    long inode,
    int mode,
    int links,
    int user,
    int group,
    long size,
    long accessed,
    long modified,
    long changed) {
  /** Linux' error for missing files. */
  public static final int NOT_FOUND = 2;

  static final int SHORT_SIZE = 12;
  static final int LONG_SIZE = 68;

  private static final int TYPE = 0170000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;

  /** A file that is there, of which that much is known. */
  public static FileState of(int mode, long size, long modified) {
    return new FileState(0, 0, 0, mode, 1, 0, 0, size, modified, modified, modified);
  }

  /** A file of which nothing is known. */
  public static FileState failed(int error) {
    return new FileState(error, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  public boolean exists() {
    return error == 0 && mode != 0;
  }

  public boolean isFolder() {
    return (mode & TYPE) == FOLDER;
  }

  public boolean isFile() {
    return (mode & TYPE) == FILE;
  }

  static FileState readShort(WireReader in) {
    int mode = in.i4();
    long size = in.u4();
    long modified = in.u4();
    return mode == 0 ? failed(NOT_FOUND) : of(mode, size, modified);
  }

  void writeShort(WireWriter out) {
    out.i4(mode).i4((int) Math.min(size, 0xffffffffL)).i4((int) modified);
  }

  static FileState readLong(WireReader in) {
    FileState state =
        new FileState(
            in.i4(), in.i8(), in.i8(), in.i4(), in.i4(), in.i4(), in.i4(), in.i8(), in.i8(),
            in.i8(), in.i8());
    return state.error == 0 ? state : failed(state.error);
  }

  void writeLong(WireWriter out) {
    out.i4(error).i8(device).i8(inode).i4(mode).i4(links).i4(user).i4(group);
    out.i8(size).i8(accessed).i8(modified).i8(changed);
  }
}
