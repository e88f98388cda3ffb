package dev.dexscope.base.files;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/**
 * A file that appears whole or not at all: bytes go to a temporary file in the same folder, which
 * takes the target's name when the writer has ended well. A link is followed, so that the file
 * appears where the link points to; devices and pipes take the bytes as they come.
 *
 * <pre>{@code
 * OutputFile.checkApart(output, List.of(input));
 * OutputFile.write(output, out -> FlameGraph.write(trace, out));
 * }</pre>
 */
public final class OutputFile {
  private static final int BUFFER = 1 << 16;

  /** As many links as Linux follows. */
  private static final int MOST_LINKS = 40;

  private OutputFile() {}

  /** Writes the content of the file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Refuses an output that is one of the inputs, under whatever name: what is read would be lost.
   * Devices may be both, as a terminal is.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void checkApart(Path output, Collection<Path> inputs) throws IOException {
    if (!Files.isRegularFile(output)) {
      return;
    }
    for (Path input : inputs) {
      if (Files.exists(input) && Files.isSameFile(input, output)) {
        throw new RefusedFileException(
            "output is the input", output, "name another file with -o, the input is kept");
      }
    }
  }

  public static void write(Path target, Content content) throws IOException {
    if (isStream(target)) {
      writeInto(target, target, content);
    } else {
      replaceFile(target, temporary -> writeInto(temporary, target, content));
    }
  }

  /** Writes the file by other means, under the given temporary name. */
  @FunctionalInterface
  public interface Writer {
    void write(Path temporary) throws IOException;
  }

  public static void replace(Path target, Writer writer) throws IOException {
    if (isStream(target)) {
      Path folder = Path.of(System.getProperty("java.io.tmpdir"));
      try (var whole = PartFile.beside(folder.resolve("dexscope"))) {
        writer.write(whole.path());
        writeInto(target, target, out -> Files.copy(whole.path(), out));
      }
    } else {
      replaceFile(target, writer);
    }
  }

  /** Returns whether it is there and cannot be replaced: a device, a pipe, a socket. */
  private static boolean isStream(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
  }

  private static void writeInto(Path target, Path named, Content content) throws IOException {
    try (var out =
        new BufferedOutputStream(new Named(Files.newOutputStream(target), named), BUFFER)) {
      content.writeTo(out);
    }
  }

  /** Names the file in what the JDK throws when a disk is full. */
  private static final class Named extends FilterOutputStream {
    private final Path name;

    Named(OutputStream out, Path name) {
      super(out);
      this.name = name;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        throw new FileSystemException(name.toString(), null, e.getMessage());
      }
    }
  }

  private static void replaceFile(Path named, Writer writer) throws IOException {
    Path target = place(named);
    try (var part = PartFile.beside(target)) {
      writer.write(part.path());
      part.publish(target);
    }
  }

  /**
   * Refuses an output that cannot be where it is to be, for who would else find it after long work.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void checkPlace(Path named) throws IOException {
    if (!isStream(named)) {
      place(named);
    }
  }

  private static Path place(Path named) throws IOException {
    if (Files.isDirectory(named)) {
      throw new RefusedFileException("output is a directory", named, "name a file");
    }
    Path target = followed(named);
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new RefusedFileException("no such directory", folder + "", "create it first");
    }
    return target;
  }

  /** The file at the end of all links, which need not exist yet. */
  private static Path followed(Path named) throws IOException {
    Path target = named;
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MOST_LINKS) {
        throw new RefusedFileException("links to itself", named, "name another file");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return target;
  }
}
