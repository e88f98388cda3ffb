package android.system;

/** Of level 21, to compile against. */
public final class OsConstants {
  public static final int O_RDONLY = of();
  public static final int O_RDWR = of();
  public static final int O_CREAT = of();
  public static final int O_TRUNC = of();
  public static final int O_EXCL = of();
  public static final int SEEK_SET = of();
  public static final int SEEK_CUR = of();
  public static final int ENOENT = of();
  public static final int EEXIST = of();
  public static final int EACCES = of();
  public static final int EBADF = of();
  public static final int ENOTDIR = of();
  public static final int S_IRUSR = of();
  public static final int S_IWUSR = of();
  public static final int R_OK = of();
  public static final int W_OK = of();
  public static final int F_OK = of();
  public static final int _SC_PAGESIZE = of();
  public static final int _SC_NPROCESSORS_CONF = of();
  public static final int _SC_CLK_TCK = of();

  private OsConstants() {}

  /** Returns whether a mode is a folder's. */
  public static boolean S_ISDIR(int mode) {
    throw new UnsupportedOperationException();
  }

  /** Returns whether a mode is a file's. */
  public static boolean S_ISREG(int mode) {
    throw new UnsupportedOperationException();
  }

  /** Returns whether a mode is a link's. */
  public static boolean S_ISLNK(int mode) {
    throw new UnsupportedOperationException();
  }

  /** Returns the name of an error. */
  public static String errnoName(int errno) {
    throw new UnsupportedOperationException();
  }

  private static int of() {
    throw new UnsupportedOperationException();
  }
}
