package dev.dexscope.device.shell;

import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.packages.InstalledPackage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Commands about files. */
final class FileCommands {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

  private FileCommands() {}

  private static List<String> names(Call call) {
    return call.words().stream().filter(each -> !each.startsWith("-")).toList();
  }

  /** Returns whether one of the words is an option with this letter. */
  private static boolean has(Call call, char letter) {
    return call.words().stream()
        .anyMatch(
            each -> each.startsWith("-") && !each.startsWith("--") && each.indexOf(letter) > 0);
  }

  private interface Action {
    void on(Path file, String name) throws IOException;
  }

  /** Applies an action to each named file; failures are reported, and the others follow. */
  private static int each(Call call, List<String> names, boolean isWritten, Action action) {
    if (names.isEmpty()) {
      return call.fail("Needs 1 argument");
    }
    int exit = 0;
    for (String name : names) {
      try {
        action.on(isWritten ? call.shell().hostToWrite(name) : call.shell().host(name), name);
      } catch (IOException e) {
        exit = call.fail(name + ": " + reason(e));
      }
    }
    return exit;
  }

  /** In the system's words. */
  static String reason(IOException e) {
    return switch (e) {
      case java.nio.file.NoSuchFileException _ -> "No such file or directory";
      case java.nio.file.FileAlreadyExistsException _ -> "File exists";
      case java.nio.file.DirectoryNotEmptyException _ -> "Directory not empty";
      case java.nio.file.NotDirectoryException _ -> "Not a directory";
      case java.nio.file.AccessDeniedException _ -> "Permission denied";
      default -> e.getMessage() + "";
    };
  }

  static int cat(Call call) throws IOException {
    if (names(call).isEmpty()) {
      call.in().transferTo(call.out());
      return 0;
    }
    return each(
        call,
        names(call),
        false,
        (_, name) -> {
          try (InputStream in = call.shell().open(name)) {
            in.transferTo(call.out());
          }
        });
  }

  static int cd(Call call) throws IOException {
    call.shell().enter(call.words().isEmpty() ? "/" : call.words().getFirst());
    return 0;
  }

  static int pwd(Call call) {
    call.out().println(call.shell().folder());
    return 0;
  }

  /** Files belong to the host's user, and have his rights. */
  static int chmod(Call call) {
    List<String> names = names(call);
    return each(
        call,
        names.subList(Math.min(1, names.size()), names.size()),
        false,
        (file, _) -> checkExists(file));
  }

  private static void checkExists(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new FileNotFoundException("No such file or directory");
    }
  }

  static int mkdir(Call call) {
    return each(
        call,
        names(call),
        true,
        (file, _) -> {
          if (has(call, 'p')) {
            Files.createDirectories(file);
          } else {
            Files.createDirectory(file);
          }
        });
  }

  /** {@code rmdir [-p] FOLDER...}: only empty ones. */
  static int rmdir(Call call) {
    return each(
        call,
        names(call),
        true,
        (file, name) -> {
          if (!Files.isDirectory(file)) {
            checkExists(file);
            throw new IOException("Not a directory");
          }
          if (isRoot(call, name)) {
            throw new IOException("Permission denied");
          }
          Files.delete(file);
        });
  }

  /** {@code mktemp [-d] [-p FOLDER] [TEMPLATE]}. */
  static int mktemp(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "p", "");
    boolean isFolder = false;
    String folder = call.shell().variables().get("TMPDIR", "/data/local/tmp");
    while (options.advance()) {
      isFolder |= options.name().equals("d");
      folder = options.name().equals("p") ? options.value() : folder;
    }
    List<String> others = options.others();
    String template = others.isEmpty() ? folder + "/tmp.XXXXXXXXXX" : others.getFirst();
    String name =
        template.replaceFirst(
            "X+$", UUID.randomUUID().toString().replace("-", "").substring(0, 10));
    Path file = call.shell().hostToWrite(name);
    if (isFolder) {
      Files.createDirectory(file);
    } else {
      Files.createFile(file);
    }
    call.out().println(name);
    return 0;
  }

  /** {@code truncate -s SIZE FILE...}. */
  static int truncate(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "s", "");
    long size = 0;
    while (options.advance()) {
      size = options.name().equals("s") ? SystemCommands.number(options.value()) : size;
    }
    long wanted = size;
    return each(
        call,
        options.others(),
        true,
        (file, _) -> {
          try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(wanted);
          }
        });
  }

  static int touch(Call call) {
    return each(
        call,
        names(call),
        true,
        (file, _) -> {
          if (Files.exists(file)) {
            Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
          } else {
            Files.createFile(file);
          }
        });
  }

  static int rm(Call call) {
    boolean isForced = has(call, 'f');
    return each(
        call,
        names(call),
        true,
        (file, name) -> {
          if (isRoot(call, name)) {
            throw new IOException("Permission denied");
          }
          if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            if (!isForced) {
              throw new FileNotFoundException("No such file or directory");
            }
          } else if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && !has(call, 'r')) {
            throw new IOException("is a directory");
          } else {
            OutputFolder.delete(file);
          }
        });
  }

  /** The folders that a device always has. */
  private static boolean isRoot(Call call, String name) {
    return List.of("/sdcard", "/data/local/tmp").contains(call.shell().absolute(name));
  }

  static int cp(Call call) throws IOException {
    return transfer(call, false);
  }

  static int mv(Call call) throws IOException {
    return transfer(call, true);
  }

  private static int transfer(Call call, boolean moves) throws IOException {
    List<String> names = names(call);
    if (names.size() < 2) {
      return call.fail("Needs 2 arguments");
    }
    Path target = call.shell().hostToWrite(names.getLast());
    boolean isInto = Files.isDirectory(target);
    return each(
        call,
        names.subList(0, names.size() - 1),
        moves,
        (file, _) -> {
          checkExists(file);
          Path to = isInto ? target.resolve(file.getFileName()) : target;
          if (moves) {
            Files.move(file, to, StandardCopyOption.REPLACE_EXISTING);
          } else if (Files.isDirectory(file)) {
            throw new IOException("is a directory");
          } else {
            Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
          }
        });
  }

  static int df(Call call) throws IOException {
    var store = Files.getFileStore(call.shell().device().files().root());
    long total = store.getTotalSpace() / 1024;
    long free = store.getUsableSpace() / 1024;
    call.out().println("Filesystem     1K-blocks      Used Available Use% Mounted on");
    call.out()
        .printf(
            Locale.ROOT,
            "%-12s %11d %9d %9d %3d%% %s%n",
            "/dev/fuse",
            total,
            total - free,
            free,
            total == 0 ? 0 : 100 * (total - free) / total,
            "/sdcard");
    return 0;
  }

  static int ls(Call call) throws IOException {
    List<String> names = names(call).isEmpty() ? List.of(".") : names(call);
    int exit = 0;
    for (String name : names) {
      try {
        Path file = call.shell().host(name);
        checkExists(file);
        if (!Files.isDirectory(file) || has(call, 'd')) {
          print(call, List.of(file), name);
          continue;
        }
        if (names.size() > 1) {
          call.out().println(name + ":");
        }
        List<Path> shown = new ArrayList<>();
        for (Path each : DeviceFiles.children(file)) {
          if (has(call, 'a') || !each.getFileName().toString().startsWith(".")) {
            shown.add(each);
          }
        }
        print(call, shown, null);
      } catch (IOException e) {
        exit = call.fail(name + ": " + reason(e));
      }
    }
    return exit;
  }

  private static void print(Call call, List<Path> files, @Nullable String as) throws IOException {
    for (Path each : files) {
      String name = as == null ? each.getFileName() + "" : as;
      call.out().println(has(call, 'l') ? line(call, each, name) : name);
    }
  }

  private static String line(Call call, Path file, String name) throws IOException {
    BasicFileAttributes all =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    String kind =
        all.isSymbolicLink() ? "lrwxrwxrwx" : all.isDirectory() ? "drwxrwx--x" : "-rw-rw----";
    String owner = owner(call, call.shell().device().files().device(file));
    return String.format(
        Locale.ROOT,
        "%s 1 %-8s %-8s %9d %s %s",
        kind,
        owner,
        owner,
        all.size(),
        TIME.format(all.lastModifiedTime().toInstant()),
        name);
  }

  private static String owner(Call call, String path) {
    for (InstalledPackage each : call.shell().device().packages().all()) {
      if (path.startsWith(each.dataFolder())) {
        return each.user();
      }
    }
    return InstalledPackage.user(Shell.SHELL_UID);
  }
}
