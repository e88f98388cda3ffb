package dev.dexscope.inject;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** An input file: a dex file, an archive with code in it, or a set of packages. */
sealed interface Input {
  /** A single dex file. */
  record Dex(DexUnit unit) implements Input {}

  /** A package, bundle or jar. */
  record Archive(CodeArchive archive) implements Input {}

  /** Packages in an archive, by their entries' names. */
  record PackageSet(ZipArchive zip, SequencedMap<String, CodeArchive> packages) implements Input {}

  /** The archives with code in it. */
  default List<CodeArchive> archives() {
    return switch (this) {
      case Dex _ -> List.of();
      case Archive(CodeArchive archive) -> List.of(archive);
      case PackageSet(_, SequencedMap<String, CodeArchive> packages) ->
          List.copyOf(packages.values());
    };
  }

  /**
   * Opens a file.
   *
   * @param open receives the archives that the caller must close
   */
  static Input open(Path file, List<ZipArchive> open) throws IOException {
    if (!isZip(file)) {
      return new Dex(DexUnit.alone(file.toString(), Files.readAllBytes(file)));
    }
    ZipArchive zip = ZipArchive.open(file);
    open.add(zip);
    CodeArchive archive = CodeArchive.of(zip);
    if (archive.manifest() != null || !archive.dexNames().isEmpty()) {
      return new Archive(archive);
    }
    SequencedMap<String, CodeArchive> packages = new LinkedHashMap<>();
    for (Entry entry : zip.entries()) {
      if (entry.name().endsWith(".apk")) {
        ZipArchive inner = ZipArchive.inside(entry);
        open.add(inner);
        packages.put(entry.name(), CodeArchive.of(inner));
      }
    }
    if (packages.isEmpty()) {
      throw new ApkFormatException(
          zip.file(), 0, "neither a package nor a set of packages, and it has no classes.dex");
    }
    return new PackageSet(zip, packages);
  }

  private static boolean isZip(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return in.read() == 'P' && in.read() == 'K';
    }
  }

  /** All archives of some inputs. */
  static List<CodeArchive> archives(List<Input> inputs) {
    List<CodeArchive> all = new ArrayList<>();
    inputs.forEach(input -> all.addAll(input.archives()));
    return all;
  }
}
