package dev.dexscope.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Real traces: those of {@code samples/traces}, which every checkout has, and those of {@link
 * Peer#TRACES}, whose licences keep them outside.
 */
public final class RealTraces {
  private static final Path COMMITTED = Path.of("../samples/traces");

  private RealTraces() {}

  /** A trace by its name; the test is skipped where it is one of the absent ones. */
  public static Path file(String name) {
    Path committed = COMMITTED.resolve(name);
    if (Files.exists(committed)) {
      return committed;
    }
    Peers.require(Peer.TRACES);
    return Peer.TRACES.path().resolve(name);
  }

  /** All that this machine has and that can be read: one has a damaged header. */
  public static List<Path> readable() {
    List<Path> files = new ArrayList<>();
    for (Path folder : folders()) {
      try (Stream<Path> list = Files.list(folder)) {
        list.filter(f -> f.toString().endsWith(".trace"))
            .filter(f -> !f.toString().contains("special_char"))
            .filter(f -> files.stream().noneMatch(e -> e.endsWith(f.getFileName())))
            .forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    files.sort(Comparator.comparing(Path::getFileName));
    return files;
  }

  /** The folders that hold them, each with a {@code MANIFEST.tsv} of their figures. */
  public static List<Path> folders() {
    return Peer.TRACES.isPresent() ? List.of(COMMITTED, Peer.TRACES.path()) : List.of(COMMITTED);
  }
}
