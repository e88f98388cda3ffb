package dev.dexscope.dex.verify.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The class files that a class loader of this program finds. */
public record LoaderSource(ClassLoader loader) implements ClassSource {
  @Override
  public @Nullable ClassDefinition find(String descriptor) {
    if (!descriptor.startsWith("L")) {
      return null;
    }
    String resource = descriptor.substring(1, descriptor.length() - 1) + ".class";
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null ? null : new ClassFileDefinition(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
