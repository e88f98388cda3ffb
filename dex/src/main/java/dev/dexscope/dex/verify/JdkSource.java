package dev.dexscope.dex.verify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes of the JDK that runs this program, in the packages that Android has too. */
final class JdkSource implements ClassSource {
  private static final List<String> PACKAGES =
      List.of(
          "Ljava/",
          "Ljavax/crypto/",
          "Ljavax/net/",
          "Ljavax/security/",
          "Ljavax/sql/",
          "Ljavax/xml/",
          "Lorg/w3c/dom/",
          "Lorg/xml/sax/");

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  @Override
  public @Nullable ClassDefinition find(String descriptor) {
    for (String each : PACKAGES) {
      if (descriptor.startsWith(each)) {
        return read(descriptor.substring(1, descriptor.length() - 1) + ".class");
      }
    }
    return null;
  }

  private @Nullable ClassDefinition read(String resource) {
    try (InputStream in = platform.getResourceAsStream(resource)) {
      return in == null ? null : new ClassFileDefinition(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
