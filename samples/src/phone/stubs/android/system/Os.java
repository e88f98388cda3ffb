package android.system;

import java.io.FileDescriptor;
import java.io.InterruptedIOException;

/** Of level 21, to compile against. */
public final class Os {
  private Os() {}

  /** As the system call. */
  public static boolean access(String path, int mode) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void chmod(String path, int mode) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void close(FileDescriptor file) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static FileDescriptor dup(FileDescriptor file) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static StructStat fstat(FileDescriptor file) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void fsync(FileDescriptor file) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void ftruncate(FileDescriptor file, long length) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static int getpid() {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static int getuid() {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static String getenv(String name) {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static long lseek(FileDescriptor file, long offset, int whence) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static StructStat lstat(String path) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void mkdir(String path, int mode) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static FileDescriptor open(String path, int flags, int mode) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static FileDescriptor[] pipe() throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static int pread(FileDescriptor file, byte[] to, int from, int count, long offset)
      throws ErrnoException, InterruptedIOException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static int read(FileDescriptor file, byte[] to, int from, int count)
      throws ErrnoException, InterruptedIOException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static String readlink(String path) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void remove(String path) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void rename(String from, String to) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void setenv(String name, String value, boolean isToReplace) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static StructStat stat(String path) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static StructStatVfs statvfs(String path) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static String strerror(int errno) {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static void symlink(String from, String to) throws ErrnoException {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static long sysconf(int name) {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static StructUtsname uname() {
    throw new UnsupportedOperationException();
  }

  /** As the system call. */
  public static int write(FileDescriptor file, byte[] bytes, int from, int count)
      throws ErrnoException, InterruptedIOException {
    throw new UnsupportedOperationException();
  }
}
