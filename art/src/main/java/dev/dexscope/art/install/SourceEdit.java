package dev.dexscope.art.install;

import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change to a source file, which a runtime of parts of different versions needs, or a compiler
 * newer than the source.
 *
 * @param file below the folder of the sources
 * @param found a regular expression for the lines, with {@code ^} and {@code $} for their ends
 * @param replacement as of {@link Matcher#replaceAll}
 */
record SourceEdit(String file, String found, String replacement) {
  /** Changes the file, once. */
  void apply(Path sources) throws IOException {
    Path path = sources.resolve(file);
    Path original = path.resolveSibling(path.getFileName() + ".original");
    if (!Files.exists(original)) {
      Files.copy(path, original);
    }
    String text = Files.readString(path, StandardCharsets.UTF_8);
    Matcher matcher = Pattern.compile(found, Pattern.MULTILINE).matcher(text);
    if (!matcher.find()) {
      throw new MissingToolException(
          "the source is not of the version that is known: no " + found,
          path,
          "see docs/art.md for other versions");
    }
    Files.writeString(path, matcher.replaceAll(replacement));
  }

  /** Restores all files that were changed, so that an interrupted installation can go on. */
  static void restore(Path sources, Iterable<SourceEdit> edits) throws IOException {
    for (SourceEdit each : edits) {
      Path path = sources.resolve(each.file);
      Path original = path.resolveSibling(path.getFileName() + ".original");
      if (Files.exists(original)) {
        Files.copy(original, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Makes all changes to the sources as they were unpacked. */
  static void applyAll(Path sources, Iterable<SourceEdit> edits) throws IOException {
    restore(sources, edits);
    for (SourceEdit each : edits) {
      each.apply(sources);
    }
  }
}
