package android.os;

import java.io.File;
import java.util.Objects;

/**
 * Where files go. There is one storage, mounted for reading and writing: the folder that the
 * variable {@code EXTERNAL_STORAGE} names, or else the working directory.
 */
public class Environment {
  public static final String DIRECTORY_MUSIC = "Music";
  public static final String DIRECTORY_PODCASTS = "Podcasts";
  public static final String DIRECTORY_RINGTONES = "Ringtones";
  public static final String DIRECTORY_ALARMS = "Alarms";
  public static final String DIRECTORY_NOTIFICATIONS = "Notifications";
  public static final String DIRECTORY_PICTURES = "Pictures";
  public static final String DIRECTORY_MOVIES = "Movies";
  public static final String DIRECTORY_DOWNLOADS = "Download";
  public static final String DIRECTORY_DCIM = "DCIM";
  public static final String DIRECTORY_DOCUMENTS = "Documents";
  public static final String DIRECTORY_SCREENSHOTS = "Screenshots";
  public static final String DIRECTORY_AUDIOBOOKS = "Audiobooks";
  public static final String DIRECTORY_RECORDINGS = "Recordings";

  public static final String MEDIA_UNKNOWN = "unknown";
  public static final String MEDIA_REMOVED = "removed";
  public static final String MEDIA_UNMOUNTED = "unmounted";
  public static final String MEDIA_CHECKING = "checking";
  public static final String MEDIA_NOFS = "nofs";
  public static final String MEDIA_MOUNTED = "mounted";
  public static final String MEDIA_MOUNTED_READ_ONLY = "mounted_ro";
  public static final String MEDIA_SHARED = "shared";
  public static final String MEDIA_BAD_REMOVAL = "bad_removal";
  public static final String MEDIA_UNMOUNTABLE = "unmountable";
  public static final String MEDIA_EJECTING = "ejecting";

  private static File folder(String variable, String otherwise) {
    return new File(Objects.requireNonNullElse(System.getenv(variable), otherwise));
  }

  public static File getRootDirectory() {
    return folder("ANDROID_ROOT", "/system");
  }

  public static File getStorageDirectory() {
    return folder("ANDROID_STORAGE", "/storage");
  }

  public static File getDataDirectory() {
    return folder("ANDROID_DATA", "/data");
  }

  public static File getDownloadCacheDirectory() {
    return folder("DOWNLOAD_CACHE", "/cache");
  }

  public static File getExternalStorageDirectory() {
    return folder("EXTERNAL_STORAGE", System.getProperty("user.dir"));
  }

  public static File getExternalStoragePublicDirectory(String type) {
    return new File(getExternalStorageDirectory(), type);
  }

  public static String getExternalStorageState() {
    return getExternalStorageDirectory().canWrite() ? MEDIA_MOUNTED : MEDIA_MOUNTED_READ_ONLY;
  }

  public static String getExternalStorageState(File path) {
    return path.exists() ? getExternalStorageState() : MEDIA_UNKNOWN;
  }

  public static String getStorageState(File path) {
    return getExternalStorageState(path);
  }

  public static boolean isExternalStorageRemovable() {
    return false;
  }

  public static boolean isExternalStorageRemovable(File path) {
    return false;
  }

  public static boolean isExternalStorageEmulated() {
    return true;
  }

  public static boolean isExternalStorageEmulated(File path) {
    return true;
  }

  public static boolean isExternalStorageLegacy() {
    return true;
  }

  public static boolean isExternalStorageLegacy(File path) {
    return true;
  }

  public static boolean isExternalStorageManager() {
    return true;
  }

  public static boolean isExternalStorageManager(File path) {
    return true;
  }
}
