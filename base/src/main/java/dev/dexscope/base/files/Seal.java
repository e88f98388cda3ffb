package dev.dexscope.base.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Detects changes of a file that is kept for later runs. A small file beside it, or in another
 * folder, has its length, time and SHA-256 digest: a start compares length and time alone, the
 * digest is computed again if the time differs.
 *
 * <pre>{@code
 * Seal seal = Seal.of(jar);
 * seal.set(Sha256.of(jar));
 * if (seal.holds()) { ... }
 * }</pre>
 *
 * @param file the file
 * @param text the small file
 */
public record Seal(Path file, Path text) {
  /** Characters that would end a shell's quotes, or have a meaning for the Java VM. */
  private static final String NOT_IN_COMMANDS = "'\";%\n";

  private record Text(long size, String time, String sha256) {
    static Text of(Path file, String sha256) throws IOException {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Text(attributes.size(), attributes.lastModifiedTime().toString(), sha256);
    }

    /** Parses a line; returns null if it is not valid. */
    static @Nullable Text parse(String line) {
      String[] words = line.strip().split(" ", -1);
      try {
        return words.length == 3 ? new Text(Long.parseLong(words[0]), words[1], words[2]) : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }

    /** A record's own equals would be linked at each start of the JVM. */
    boolean isSame(@Nullable Text other) {
      return other != null
          && size == other.size
          && time.equals(other.time)
          && sha256.equals(other.sha256);
    }

    @Override
    public String toString() {
      return size + " " + time + " " + sha256 + "\n";
    }
  }

  public static Seal of(Path file) {
    return new Seal(file, file.resolveSibling(text(file)));
  }

  /** The same of a file in a folder of somebody else's. */
  public static Seal in(Path folder, Path file) {
    return new Seal(file, folder.resolve(text(file)));
  }

  private static String text(Path file) {
    return file.getFileName() + ".seal";
  }

  /** The mark that a process which used it has crashed. */
  private Path died() {
    return text.resolveSibling(file.getFileName() + ".died");
  }

  /**
   * States that the file is as it should be.
   *
   * @param sha256 its digest
   * @throws IOException if an I/O error occurs
   */
  public void set(String sha256) throws IOException {
    set(file, sha256);
  }

  /**
   * The same of a file that is about to get this one's name.
   *
   * @param part where it is until then
   * @throws IOException if an I/O error occurs
   */
  public void set(Path part, String sha256) throws IOException {
    byte[] line = Text.of(part, sha256).toString().getBytes(StandardCharsets.UTF_8);
    Files.createDirectories(text.toAbsolutePath().getParent());
    OutputFile.write(text, out -> out.write(line));
    Files.deleteIfExists(died());
  }

  /** Returns whether anything was stated. */
  public boolean isSet() {
    return Files.exists(text);
  }

  /** Returns whether a process that worked with the file has crashed: it may be damaged. */
  public boolean isSuspect() {
    return Files.exists(died());
  }

  /** Returns whether the file is unchanged, and no process has crashed with it. */
  public boolean holds() {
    return !isSuspect() && holds(null);
  }

  /**
   * Returns whether the file has a digest. Nothing needs to have been stated before; it is then.
   *
   * @param sha256 null for the one that was stated
   */
  public boolean holds(@Nullable String sha256) {
    try {
      Text stated = isSet() ? Text.parse(Files.readString(text)) : null;
      String wanted = sha256 != null ? sha256 : stated == null ? "" : stated.sha256;
      if (Text.of(file, wanted).isSame(stated)) {
        return true;
      }
      if (wanted.isEmpty() || !Sha256.of(file).equals(wanted)) {
        return false;
      }
      renew(wanted);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void renew(String sha256) {
    try {
      set(sha256);
    } catch (IOException e) {
      // A read-only folder: it is looked at again the next time.
    }
  }

  /**
   * Deletes the file with what is beside it.
   *
   * @throws IOException if an I/O error occurs
   */
  public void delete() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(text);
    Files.deleteIfExists(died());
  }

  /**
   * Returns the options of a Java VM that works with the file: they mark it if the VM crashes.
   * Empty if the name of the file cannot be used in a command.
   */
  public List<String> onCrash() {
    String mark = died().toString();
    boolean canBeTold = mark.chars().noneMatch(c -> NOT_IN_COMMANDS.indexOf(c) >= 0);
    return canBeTold ? List.of("-XX:OnError=touch '" + mark + "'") : List.of();
  }
}
