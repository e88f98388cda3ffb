package dev.dexscope.device.files;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.wire.adb.FileState;
import dev.dexscope.wire.adb.SyncFiles;
import dev.dexscope.wire.adb.SyncFrame;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The device's files: a folder of the host's, its root, which no path leaves, neither by {@code ..}
 * nor by a link. Errors have Linux' messages, which adb shows.
 *
 * <pre>{@code
 * DeviceFiles files = DeviceFiles.in(Path.of("/tmp/device"));
 * Path host = files.host("/sdcard/Download/a.txt");
 * }</pre>
 */
public final class DeviceFiles implements SyncFiles {
  private static final int FOLDER = 0040771;
  private static final int FILE = 0100660;
  private static final int LINK = 0120777;
  private static final int TYPE = 0170000;
  private static final int FOLDER_SIZE = 4096;

  /** The folders in which adb and the shell may write. */
  private static final List<String> WRITABLE = List.of("/data/local/tmp", "/sdcard");

  /** Each package has a folder there, which only itself may look into. */
  private static final String PRIVATE = "/data/data";

  /** Other names of the one storage, and of the packages' folders for the one user. */
  private static final Map<String, String> ALIASES =
      Map.of(
          "/data/user/0", PRIVATE,
          "/storage/emulated/0", "/sdcard",
          "/storage/self/primary", "/sdcard",
          "/mnt/sdcard", "/sdcard");

  private final Path root;

  private DeviceFiles(Path root) {
    this.root = root;
  }

  /** In a folder of the host's, which is made where it is not there. */
  public static DeviceFiles in(Path folder) throws IOException {
    Files.createDirectories(folder);
    DeviceFiles files = new DeviceFiles(folder.toRealPath());
    for (String each :
        List.of(
            "/data/app",
            "/data/data",
            "/data/local/tmp",
            "/data/system",
            "/sdcard/Download",
            "/system/bin")) {
      Files.createDirectories(files.host(each));
    }
    return files;
  }

  /** The host's folder that is the device's root. */
  public Path root() {
    return root;
  }

  /**
   * The path without {@code .}, {@code ..} and other names of the storage.
   *
   * @param folder where a relative path begins
   */
  public static String absolute(String folder, String path) {
    List<String> names = new ArrayList<>();
    String whole = path.startsWith("/") ? path : folder + "/" + path;
    for (String each : whole.split("/", -1)) {
      if (each.equals("..")) {
        if (!names.isEmpty()) {
          names.removeLast();
        }
      } else if (!each.isEmpty() && !each.equals(".")) {
        names.add(each);
      }
    }
    String plain = "/" + String.join("/", names);
    for (Map.Entry<String, String> each : ALIASES.entrySet()) {
      if (isIn(plain, each.getKey())) {
        return each.getValue() + plain.substring(each.getKey().length());
      }
    }
    return plain;
  }

  private static boolean isIn(String path, String folder) {
    return path.equals(folder) || path.startsWith(folder + "/");
  }

  /** Programs know the host's names of the device's files, and pass them to others. */
  private String plain(String path) {
    String host = root.toString();
    return absolute("/", isIn(path, host) ? path.substring(host.length()) : path);
  }

  /**
   * The host's file of a path from the device's root.
   *
   * @throws IOException where the path leads out of the root, or a link of it to nothing
   */
  public Path host(String path) throws IOException {
    Path file = root;
    for (String each : plain(path).substring(1).split("/", -1)) {
      if (each.isEmpty()) {
        continue;
      }
      file = child(file, each);
      if (Files.isSymbolicLink(file) && !file.toRealPath().startsWith(root)) {
        throw new IOException("Permission denied");
      }
    }
    return file;
  }

  /** Names that are something else to the host: with a drive, or a separator of its own. */
  private static Path child(Path folder, String name) throws IOException {
    try {
      Path child = folder.resolve(name);
      if (folder.equals(child.getParent()) && child.getFileName().toString().equals(name)) {
        return child;
      }
      throw new IOException("Invalid argument");
    } catch (InvalidPathException e) {
      throw new IOException("Invalid argument", e);
    }
  }

  /**
   * The device's path of a host's file.
   *
   * @throws IllegalArgumentException where it is not one of the device's
   */
  public String device(Path host) {
    if (!host.startsWith(root)) {
      throw new IllegalArgumentException(host + " is not in " + root);
    }
    return "/" + root.relativize(host).toString().replace(host.getFileSystem().getSeparator(), "/");
  }

  /**
   * The host's file of a path that is to be written.
   *
   * @param owned a folder that the writer has for itself, or one of those that all have
   */
  public Path hostToWrite(String path, String owned) throws IOException {
    String plain = plain(path);
    boolean mayWrite =
        WRITABLE.stream().anyMatch(each -> isIn(plain, each))
            || (!owned.isEmpty() && isIn(plain, owned));
    Path file = host(plain);
    if (!mayWrite) {
      throw new IOException("Permission denied");
    }
    return file;
  }

  /**
   * The host's file of a path that is to be read.
   *
   * @param owned a folder that the reader has for itself, or nothing
   */
  public Path hostToRead(String path, String owned) throws IOException {
    String plain = plain(path);
    if (isIn(plain, PRIVATE) && (owned.isEmpty() || !isIn(plain, owned))) {
      throw new IOException("Permission denied");
    }
    return host(plain);
  }

  /** Returns the state of a file; hidden files are reported as missing. */
  @Override
  public FileState stat(String path, boolean isOfLink) {
    try {
      String plain = plain(path);
      Path parent = host(plain + "/..");
      Path named =
          plain.equals("/") ? root : child(parent, plain.substring(plain.lastIndexOf('/') + 1));
      return isOfLink ? state(named) : state(host(plain));
    } catch (IOException e) {
      return FileState.failed(FileState.NOT_FOUND);
    }
  }

  private static FileState state(Path file) {
    try {
      BasicFileAttributes all =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      int mode = all.isSymbolicLink() ? LINK : all.isDirectory() ? FOLDER : FILE;
      long size = all.isDirectory() ? FOLDER_SIZE : all.size();
      return FileState.of(mode, size, all.lastModifiedTime().toInstant().getEpochSecond());
    } catch (IOException e) {
      return FileState.failed(FileState.NOT_FOUND);
    }
  }

  @Override
  public List<SyncFrame.Entry> list(String path) {
    List<SyncFrame.Entry> all = new ArrayList<>();
    try {
      Path folder = hostToRead(path, "");
      for (Path each : children(folder)) {
        all.add(new SyncFrame.Entry(each.getFileName() + "", state(each), false));
      }
      all.add(new SyncFrame.Entry(".", state(folder), false));
      all.add(new SyncFrame.Entry("..", state(host(path + "/..")), false));
    } catch (IOException e) {
      return List.of();
    }
    return all;
  }

  /** The files of a folder by their names. */
  public static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Override
  public InputStream open(String path) throws IOException {
    return open(path, "");
  }

  /**
   * Opens a file for a reader that may have a folder of its own.
   *
   * @param owned that folder, or empty
   */
  public InputStream open(String path, String owned) throws IOException {
    Path file = hostToRead(path, owned);
    if (Files.isDirectory(file)) {
      throw new IOException("Is a directory");
    }
    if (!Files.isRegularFile(file)) {
      throw new FileNotFoundException("No such file or directory");
    }
    return Files.newInputStream(file);
  }

  @Override
  public void create(String path, int mode, Content content) throws IOException {
    if ((mode & TYPE) == (LINK & TYPE)) {
      throw new IOException("links are not kept here");
    }
    Path file = hostToWrite(path, "");
    if (Files.isDirectory(file)) {
      throw new IOException("Is a directory");
    }
    createFolder(host(path + "/.."));
    long[] modified = new long[1];
    OutputFile.write(file, out -> modified[0] = content.copyTo(out));
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(modified[0])));
  }

  private static void createFolder(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException("Not a directory");
    }
    Files.createDirectories(folder);
  }
}
