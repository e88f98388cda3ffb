package dev.dexscope.device.shell;

import dev.dexscope.device.packages.InstalledPackage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Commands that print facts about files: {@code stat du md5sum readlink basename ...}. */
final class FileFacts {
  private static final Map<String, String> DIGESTS =
      Map.of(
          "md5sum", "MD5",
          "sha1sum", "SHA-1",
          "sha224sum", "SHA-224",
          "sha256sum", "SHA-256",
          "sha384sum", "SHA-384",
          "sha512sum", "SHA-512");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn xx", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  private FileFacts() {}

  /** {@code md5sum}, {@code sha1sum}, ...; {@code -b} prints the sum alone. */
  static int sum(Call call) throws IOException {
    boolean isBare = call.words().contains("-b");
    List<String> names = call.words().stream().filter(each -> !each.equals("-b")).toList();
    int exit = 0;
    for (String each : names.isEmpty() ? List.of("-") : names) {
      try {
        String sum;
        if (each.equals("-")) {
          sum = digest(call.name(), call.in());
        } else {
          try (InputStream in = call.shell().open(each)) {
            sum = digest(call.name(), in);
          }
        }
        call.out().println(isBare ? sum : sum + "  " + each);
      } catch (IOException e) {
        exit = call.fail(each + ": " + FileCommands.reason(e));
      }
    }
    return exit;
  }

  private static String digest(String command, InputStream in) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance(DIGESTS.getOrDefault(command, "MD5"));
      byte[] block = new byte[1 << 16];
      int length;
      while ((length = in.read(block)) > 0) {
        digest.update(block, 0, length);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  /** {@code stat [-c FORMAT] FILE...}. */
  static int stat(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "c", "");
    String format = "";
    while (options.advance()) {
      format = options.name().equals("c") ? options.value() : format;
    }
    if (options.others().isEmpty()) {
      return call.fail("Needs 1 argument");
    }
    int exit = 0;
    for (String each : options.others()) {
      try {
        Path file = call.shell().host(each);
        BasicFileAttributes all =
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        call.out()
            .println(format.isEmpty() ? text(call, each, all) : text(call, format, each, all));
      } catch (IOException e) {
        exit = call.fail("'" + each + "': " + FileCommands.reason(e));
      }
    }
    return exit;
  }

  private static String kind(BasicFileAttributes all) {
    return all.isSymbolicLink()
        ? "symbolic link"
        : all.isDirectory() ? "directory" : all.size() == 0 ? "regular empty file" : "regular file";
  }

  private static String mode(BasicFileAttributes all) {
    return all.isSymbolicLink() ? "lrwxrwxrwx" : all.isDirectory() ? "drwxrwx--x" : "-rw-rw----";
  }

  private static String octal(BasicFileAttributes all) {
    return all.isSymbolicLink() ? "777" : all.isDirectory() ? "771" : "660";
  }

  private static long blocks(BasicFileAttributes all) {
    return (all.size() + 4095) / 4096 * 8;
  }

  private static String text(Call call, String name, BasicFileAttributes all) {
    String time = TIME.format(all.lastModifiedTime().toInstant());
    String user = InstalledPackage.user(call.shell().uid());
    return String.format(
        Locale.ROOT,
        "  File: %s%n  Size: %d\t Blocks: %d\t IO Blocks: 512\t%s%n"
            + "Access: (0%s/%s)\tUid: (%5d/%8s)\tGid: (%5d/%8s)%nAccess: %s%nModify: %s%nChange: %s",
        name,
        all.size(),
        blocks(all),
        kind(all),
        octal(all),
        mode(all),
        call.shell().uid(),
        user,
        call.shell().uid(),
        user,
        time,
        time,
        time);
  }

  private static String text(Call call, String format, String name, BasicFileAttributes all) {
    StringBuilder out = new StringBuilder();
    Instant time = all.lastModifiedTime().toInstant();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%' || i + 1 == format.length()) {
        out.append(c);
        continue;
      }
      char letter = format.charAt(++i);
      out.append(
          switch (letter) {
            case 'n' -> name;
            case 'N' -> "`" + name + "'";
            case 's' -> all.size() + "";
            case 'b' -> blocks(all) + "";
            case 'B' -> "512";
            case 'F' -> kind(all);
            case 'a' -> octal(all);
            case 'A' -> mode(all);
            case 'f' ->
                Integer.toHexString(
                    Integer.parseInt(octal(all), 8) + (all.isDirectory() ? 0040000 : 0100000));
            case 'u', 'g' -> call.shell().uid() + "";
            case 'U', 'G' -> InstalledPackage.user(call.shell().uid());
            case 'X', 'Y', 'Z' -> time.getEpochSecond() + "";
            case 'x', 'y', 'z' -> TIME.format(time);
            case 'h' -> "1";
            case '%' -> "%";
            default -> "%" + letter;
          });
    }
    return out.toString();
  }

  /** {@code du [-skhm] [FILE...]}: in kilobytes, as the sum of the files. */
  static int du(Call call) throws IOException {
    List<String> names = call.words().stream().filter(each -> !each.startsWith("-")).toList();
    boolean isSum = call.words().stream().anyMatch(each -> each.matches("-\\w*s\\w*"));
    boolean isForPeople = call.words().stream().anyMatch(each -> each.matches("-\\w*h\\w*"));
    int exit = 0;
    for (String each : names.isEmpty() ? List.of(".") : names) {
      try {
        Path root = call.shell().host(each);
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
          files.filter(file -> !isSum && Files.isDirectory(file)).forEach(folders::addFirst);
        }
        folders.remove(root);
        folders.add(root);
        for (Path folder : folders) {
          long size = size(folder) / 1024;
          String shown = isForPeople ? (size < 1024 ? size + "K" : size / 1024 + "M") : size + "";
          String inner = root.relativize(folder).toString();
          call.out().println(shown + "\t" + each + (inner.isEmpty() ? "" : "/" + inner));
        }
      } catch (IOException e) {
        exit = call.fail(each + ": " + FileCommands.reason(e));
      }
    }
    return exit;
  }

  private static long size(Path root) throws IOException {
    long size = 0;
    try (Stream<Path> files = Files.walk(root)) {
      for (Path each : files.toList()) {
        size += Files.isDirectory(each) ? 4096 : (Files.size(each) + 4095) / 4096 * 4096;
      }
    }
    return size;
  }

  static int basename(Call call) {
    List<String> words = call.words();
    if (words.isEmpty()) {
      return call.fail("Needs 1 argument");
    }
    String plain = words.getFirst().replaceFirst("(?<=.)/+$", "");
    String name = plain.equals("/") ? plain : plain.substring(plain.lastIndexOf('/') + 1);
    boolean isLonger = words.size() > 1 && name.length() > words.get(1).length();
    call.out()
        .println(
            isLonger && name.endsWith(words.get(1))
                ? name.substring(0, name.length() - words.get(1).length())
                : name);
    return 0;
  }

  static int dirname(Call call) {
    for (String each : call.words()) {
      String plain = each.replaceFirst("(?<=.)/+$", "");
      int slash = plain.lastIndexOf('/');
      call.out().println(slash < 0 ? "." : slash == 0 ? "/" : plain.substring(0, slash));
    }
    return call.words().isEmpty() ? call.fail("Needs 1 argument") : 0;
  }

  /** {@code realpath}, and {@code readlink -f}: the names of the storage lead to one folder. */
  static int realpath(Call call) throws IOException {
    boolean isLink = call.name().equals("readlink") && !call.words().contains("-f");
    int exit = 0;
    for (String each : call.words()) {
      if (each.startsWith("-")) {
        continue;
      }
      Path file = call.shell().host(each);
      if (isLink ? !Files.isSymbolicLink(file) : !Files.exists(file)) {
        exit = isLink ? 1 : call.fail(each + ": No such file or directory");
      } else {
        call.out().println(call.shell().device().files().device(file.toRealPath()));
      }
    }
    return exit;
  }

  /** {@code which NAME...}. */
  static int which(Call call) {
    int exit = 0;
    for (String each : call.words()) {
      String name = each.replaceFirst("^/system/bin/", "");
      if (call.shell().knows(name) && name.indexOf('/') < 0) {
        call.out().println("/system/bin/" + name);
      } else {
        exit = 1;
      }
    }
    return exit;
  }

  /** {@code base64 [-d] [-w COLUMNS] [FILE]}. */
  static int base64(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "w", "");
    boolean isDecoded = false;
    int columns = 76;
    while (options.advance()) {
      isDecoded |= options.name().equals("d");
      columns = options.name().equals("w") ? SystemCommands.number(options.value()) : columns;
    }
    List<String> names = options.others();
    byte[] bytes;
    try (InputStream in = names.isEmpty() ? call.in() : call.shell().open(names.getFirst())) {
      bytes = in.readNBytes(1 << 26);
    }
    if (isDecoded) {
      try {
        call.out().writeBytes(Base64.getMimeDecoder().decode(bytes));
      } catch (IllegalArgumentException e) {
        return call.fail("bad input: " + e.getMessage());
      }
      return 0;
    }
    int width = columns == 0 ? Integer.MAX_VALUE : columns;
    String text = new String(Base64.getEncoder().encode(bytes), StandardCharsets.US_ASCII);
    for (int i = 0; i < text.length(); i += Math.min(width, text.length())) {
      call.out().println(text.substring(i, Math.min(text.length() - i, width) + i));
    }
    return 0;
  }

  /** {@code cmp [-s] A B}. */
  static int cmp(Call call) throws IOException {
    List<String> names = call.words().stream().filter(each -> !each.equals("-s")).toList();
    if (names.size() < 2) {
      return call.fail("Needs 2 arguments");
    }
    long at = Files.mismatch(call.shell().host(names.getFirst()), call.shell().host(names.get(1)));
    if (at >= 0 && !call.words().contains("-s")) {
      call.out().println(names.getFirst() + " " + names.get(1) + " differ: char " + (at + 1));
    }
    return at < 0 ? 0 : 1;
  }
}
