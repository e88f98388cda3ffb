package dev.dexscope.dex.verify.link;

import dev.dexscope.dex.DexFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The class files of a jar: android.jar, android-all. */
public final class JarSource implements ClassSource {
  private final ZipFile jar;

  public JarSource(Path path) throws IOException {
    this.jar = new ZipFile(path.toFile());
  }

  @Override
  public @Nullable ClassDefinition find(String descriptor) {
    ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
    if (entry == null) {
      return null;
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return new ClassFileDefinition(in.readAllBytes());
    } catch (IllegalArgumentException e) {
      throw new DexFormatException(jar.getName(), entry.getName(), 0, "no class file: " + e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
