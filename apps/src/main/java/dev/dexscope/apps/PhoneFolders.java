package dev.dexscope.apps;

import dev.dexscope.base.files.OutputFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The folders of a phone that apps name in their code, such as {@code /data/data/PACKAGE} and
 * {@code /sdcard}. They exist for the app's process alone: its root is a folder where all folders
 * of this machine's root are mounted, and those of the phone, in a mount namespace of Linux.
 *
 * <pre>{@code
 * PhoneFolders folders = PhoneFolders.make(folder, properties, "com.acme.shop", fonts, files, early, card);
 * command.addAll(folders.words());
 * }</pre>
 *
 * @param words precede the command, whose process has the capabilities of its mount namespace; none
 *     if this machine has such folders itself
 */
record PhoneFolders(List<String> words) {
  private static final PhoneFolders NONE = new PhoneFolders(List.of());

  /** As Android's parser of packages permits them. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*");

  /** Each mount takes a moment of every start. */
  private static final int MOST = 500;

  /** The variable by which Android's {@code Environment} finds the shared storage. */
  static final String STORAGE = "EXTERNAL_STORAGE";

  private static final String CARD = "/sdcard";
  private static final String SHARED = "/storage/emulated/0";

  /** Links of the phone, as it has them. */
  private static final List<List<String>> LINKS =
      List.of(
          List.of("/data/user/0", "/data/data"),
          List.of(CARD, "/storage/self/primary"),
          List.of("/storage/self/primary", SHARED),
          List.of("/mnt/sdcard", "/storage/self/primary"),
          List.of("/system/bin/sh", "/bin/sh"),
          List.of("/system/bin/cat", "/bin/cat"),
          List.of("/system/bin/ls", "/bin/ls"));

  /** Phones have none, by which apps recognise those of others; here, it would wait for input. */
  private static final List<String> ROOTS_SHELLS =
      List.of("/bin/su", "/sbin/su", "/usr/bin/su", "/usr/sbin/su");

  /** Of which both the phone and this machine have parts. */
  private static final List<String> SHARED_FOLDERS = List.of("/data", "/mnt", "/storage");

  /** The folders that only a phone has, or a machine that makes these itself. */
  private static final List<String> OF_PHONES =
      List.of(
          "/data/data",
          "/data/user",
          "/data/user_de",
          CARD,
          "/mnt/sdcard",
          "/storage/emulated",
          "/storage/self",
          "/system");

  /**
   * The first argument is the table of mounts, the second the new root, the third a file with the
   * process's name, which apps read to know their process: each command below takes the place of
   * the one before. A system that does not permit mounts, as many do in containers, runs the
   * command all the same.
   */
  private static final String ENTER =
      """
      table=$1 root=$2 name=$3; shift 3
      # Where it is, the paths of users do not lead.
      chroot=$(PATH="$PATH:/usr/sbin:/sbin" command -v chroot)
      if [ -n "$chroot" ] && mount --fstab "$table" --all 2>/dev/null; then
        mount --bind "$name" "$root/proc/$$/cmdline" 2>/dev/null
        export %s=%s ANDROID_ROOT=/system ANDROID_DATA=/data PATH="/system/bin:$PATH"
        exec "$chroot" "$root" sh -c 'cd "$1" && shift && exec "$@"' sh "$PWD" "$@"
      fi
      exec "$@"
      """
          .formatted(STORAGE, CARD);

  private static final String GETPROP =
      """
      #!/bin/sh
      if [ $# = 0 ]; then
        exec sed 's/\\([^=]*\\)=\\(.*\\)/[\\1]: [\\2]/' /system/build.prop
      fi
      while IFS= read -r line; do
        if [ "${line%%=*}" = "$1" ]; then
          echo "${line#*=}"
          exit
        fi
      done </system/build.prop
      echo "$2"
      """;

  /** Of a log that is empty, which it waits at the end of, as on a phone. */
  private static final String LOGCAT =
      """
      #!/bin/sh
      for each; do
        case $each in -c|--clear) exit ;; esac
      done
      echo '--------- beginning of main'
      for each; do
        case $each in -d|-t|-g|-t[0-9]*|--dump) exit ;; esac
      done
      exec sleep infinity
      """;

  /**
   * Makes the folders on which those of the phone and the machine are mounted.
   *
   * @param folder for them; an earlier one is replaced
   * @param properties of the phone
   * @param packageName the app's
   * @param fonts those of the framework
   * @param files what the app finds in its folder
   * @param early what it finds in the one that is there before the phone is unlocked
   * @param card what it finds on the shared storage
   * @throws IOException if they cannot be made
   */
  static PhoneFolders make(
      Path folder,
      Map<String, String> properties,
      String packageName,
      Path fonts,
      Path files,
      Path early,
      Path card)
      throws IOException {
    // The framework refuses other names; here they would lead out of the root.
    if (!NAME.matcher(packageName).matches() || isPhone()) {
      return NONE;
    }
    OutputFolder.delete(folder);
    Path root = folder.resolve("root");
    var mounts = new TreeMap<String, Path>();
    mounts.put("/data/data/" + packageName, Files.createDirectories(files));
    mounts.put("/data/user_de/0/" + packageName, Files.createDirectories(early));
    mounts.put(SHARED, Files.createDirectories(card));
    addMachine(Path.of("/"), root, mounts);
    for (String each : SHARED_FOLDERS) {
      if (Files.isSymbolicLink(Path.of(each))) {
        return NONE;
      }
      if (Files.isDirectory(Path.of(each))) {
        addMachine(Path.of(each), root, mounts);
      }
    }
    if (mounts.size() > MOST) {
      return NONE;
    }
    Files.createDirectories(root.resolve("data/local/tmp"));
    for (String each : mounts.keySet()) {
      Files.createDirectories(at(root, each));
    }
    for (List<String> each : LINKS) {
      Path link = at(root, each.getFirst());
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, Path.of(each.getLast()));
    }
    Files.createSymbolicLink(root.resolve("system/fonts"), fonts);
    writeSystem(root.resolve("system"), properties);
    Path name = folder.resolve("cmdline");
    Files.writeString(name, packageName + '\0');
    Path table = folder.resolve("fstab");
    Files.write(table, table(root, mounts));
    return new PhoneFolders(
        List.of("sh", "-c", ENTER, "sh", table.toString(), root.toString(), name.toString()));
  }

  /** The phone's properties, and programs that apps start. */
  private static void writeSystem(Path system, Map<String, String> properties) throws IOException {
    var lines = new ArrayList<String>();
    properties.forEach((name, value) -> lines.add(name + "=" + value));
    Files.write(system.resolve("build.prop"), lines);
    writeProgram(system.resolve("bin/getprop"), GETPROP);
    writeProgram(system.resolve("bin/logcat"), LOGCAT);
  }

  private static void writeProgram(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static boolean isPhone() {
    return OF_PHONES.stream()
        .anyMatch(each -> Files.exists(Path.of(each), LinkOption.NOFOLLOW_LINKS));
  }

  private static Path at(Path root, String path) {
    return root.resolve(path.substring(1));
  }

  /** Adds the content of a folder of this machine; files stay outside. */
  private static void addMachine(Path folder, Path root, TreeMap<String, Path> mounts)
      throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path each : children) {
        if (Files.isSymbolicLink(each)) {
          Path link = at(root, each.toString());
          Files.createDirectories(link.getParent());
          Files.createSymbolicLink(link, Files.readSymbolicLink(each));
        } else if (Files.isDirectory(each) && !SHARED_FOLDERS.contains(each.toString())) {
          mounts.put(each.toString(), each);
        }
      }
    }
  }

  /**
   * The lines of fstab(5). The root comes first, and cannot be bound elsewhere: else the folder
   * that it is in, which the new root has too, would have the whole machine in it, and who clears
   * that folder would clear the machine.
   */
  private static List<String> table(Path root, TreeMap<String, Path> mounts) {
    List<String> lines = new ArrayList<>();
    lines.add(line(root, root, "bind,unbindable"));
    mounts.forEach((place, of) -> lines.add(line(of, at(root, place), "rbind")));
    for (String each : ROOTS_SHELLS) {
      if (isItself(Path.of(each))) {
        lines.add(line(Path.of("/dev/null"), at(root, each), "bind"));
      }
    }
    return lines;
  }

  /** Returns whether a file is there, and not by a link. */
  private static boolean isItself(Path file) {
    try {
      return Files.isRegularFile(file) && file.toRealPath().equals(file);
    } catch (IOException e) {
      return false;
    }
  }

  private static String line(Path what, Path where, String options) {
    return escaped(what) + " " + escaped(where) + " none " + options;
  }

  private static String escaped(Path path) {
    var text = new StringBuilder();
    for (char each : path.toString().toCharArray()) {
      if (each <= ' ' || each == '\\' || each == '#') {
        text.append(String.format("\\%03o", (int) each));
      } else {
        text.append(each);
      }
    }
    return text.toString();
  }
}
