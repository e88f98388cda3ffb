package dev.dexscope.suites;

import com.android.tools.r8.CompilationFailedException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What D8 makes of libraries, which is kept.
 *
 * @param folder where it is kept
 * @param level the API level that it is made for
 */
record LibraryDex(Path folder, int level) {
  /** Returns the dex jar of a jar or Android archive; null if D8 refuses it. */
  @Nullable Path of(Path library) throws IOException {
    String file = library.getFileName().toString();
    Path made = folder.resolve(file.replaceAll("\\.(aar|jar)$", ".dex.jar"));
    if (Files.exists(made)) {
      return made;
    }
    try {
      GuestBuild.d8(List.of(classes(library)), List.of(), level, made);
      return made;
    } catch (CompilationFailedException e) {
      System.out.println("D8 refuses " + file + ": " + e.getCause());
      return null;
    }
  }

  /** Returns the jar of a library's class files: in an Android archive they are a jar. */
  Path classes(Path library) throws IOException {
    if (!library.toString().endsWith(".aar")) {
      return library;
    }
    Path jar = folder.resolve(library.getFileName() + ".classes.jar");
    try (var archive = FileSystems.newFileSystem(library)) {
      Files.copy(archive.getPath("classes.jar"), jar, StandardCopyOption.REPLACE_EXISTING);
    }
    return jar;
  }
}
