package dev.dexscope.vm.load;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The files of a folder as resources, as of one on the class path of a JVM. */
final class FolderResources implements ResourceSource {
  private final Path folder;

  FolderResources(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  /** What is outside of the folder is not found, by whatever name. */
  @Override
  public @Nullable URL find(String name) {
    try {
      Path file = folder.resolve(name).normalize();
      return file.startsWith(folder) && Files.exists(file) ? file.toUri().toURL() : null;
    } catch (InvalidPathException | MalformedURLException e) {
      return null;
    }
  }
}
