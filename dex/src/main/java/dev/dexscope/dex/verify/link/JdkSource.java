package dev.dexscope.dex.verify.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes of the JDK that runs this program, in the packages that Android has too. */
public final class JdkSource implements ClassSource {
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

  private final LoaderSource platform = new LoaderSource(ClassLoader.getPlatformClassLoader());

  @Override
  public @Nullable ClassDefinition find(String descriptor) {
    for (String each : PACKAGES) {
      if (descriptor.startsWith(each)) {
        return platform.find(descriptor);
      }
    }
    return null;
  }
}
