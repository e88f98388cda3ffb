package android.system;

/** Numbers of the system's calls, as Linux has them. */
public final class OsConstants {
  public static final int SIGABRT = 6;
  public static final int SIGALRM = 14;
  public static final int SIGCHLD = 17;
  public static final int SIGCONT = 18;
  public static final int SIGHUP = 1;
  public static final int SIGINT = 2;
  public static final int SIGKILL = 9;
  public static final int SIGPIPE = 13;
  public static final int SIGQUIT = 3;
  public static final int SIGSTOP = 19;
  public static final int SIGTERM = 15;
  public static final int SIGUSR1 = 10;
  public static final int SIGUSR2 = 12;

  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EACCES = 13;
  public static final int EINVAL = 22;

  public static final int _SC_CLK_TCK = 2;
  public static final int _SC_PAGESIZE = 30;
  public static final int _SC_PAGE_SIZE = 30;
  public static final int _SC_NPROCESSORS_CONF = 83;
  public static final int _SC_NPROCESSORS_ONLN = 84;

  private OsConstants() {}

  /** The name of an error number; null for one that has none here. */
  public static String errnoName(int errno) {
    return switch (errno) {
      case EPERM -> "EPERM";
      case ENOENT -> "ENOENT";
      case ESRCH -> "ESRCH";
      case EINTR -> "EINTR";
      case EACCES -> "EACCES";
      case EINVAL -> "EINVAL";
      default -> null;
    };
  }
}
