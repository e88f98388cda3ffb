package dev.dexscope.compile;

import dev.dexscope.base.install.PinnedJar;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Gets D8 once, in one version with one checksum, into Dexscope's cache.
 *
 * <pre>{@code
 * Path jar = D8Install.install(null);
 * }</pre>
 */
public final class D8Install {
  /** The version of R8, whose jar D8 is in. */
  public static final String VERSION = "9.5.28";

  static final PinnedJar JAR =
      new PinnedJar(
          "com.android.tools",
          "r8",
          VERSION,
          21_188_744,
          "38a9ffaaebbd17d1514e3ecbff5a85b989bb13c551b9e224c7409514eea84ff5",
          "dexscope d8 install");

  public static final String LICENCE =
      "D8 is part of R8, by the R8 authors, under the BSD 3-clause licence; what is in it besides"
          + " has licences of its own: see LICENSE in the jar";

  private D8Install() {}

  /**
   * Installs it.
   *
   * @param given the jar that the user has got; null for the one in Maven's repository, or to let
   *     Maven get it, from Maven Central or from where the user's settings say
   * @throws dev.dexscope.base.files.RefusedFileException when that is not the very file
   * @throws IOException if an I/O error occurs
   */
  public static Path install(@Nullable Path given) throws IOException {
    return install(given, D8Places.ofUser());
  }

  static Path install(@Nullable Path given, D8Places places) throws IOException {
    Path known = places.inMavenRepository();
    return JAR.obtain(given == null && JAR.isAt(known) ? known : given, places.cache());
  }
}
