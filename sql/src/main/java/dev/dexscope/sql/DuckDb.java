package dev.dexscope.sql;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.base.install.PinnedJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB, a database that reads tables of columns. It has 80 MB and is not part of Dexscope: it is
 * found where people have it, or installed once.
 *
 * <pre>{@code
 * DuckDb duck = DuckDb.find().orElseThrow();
 * }</pre>
 *
 * @param jar its JDBC driver, with the database in it
 */
public record DuckDb(Path jar) {
  /** The variable that names a jar with DuckDB's driver in it, whatever its version. */
  public static final String VARIABLE = "DEXSCOPE_DUCKDB";

  public static final String VERSION = "2.0.0.1";

  public static final String LICENCE =
      "DuckDB is by Stichting DuckDB Foundation, under the MIT licence";

  private static final PinnedJar JAR =
      new PinnedJar(
          "org.duckdb",
          "duckdb_jdbc",
          VERSION,
          80_297_452,
          "6cb8b0e0fc51b2e45aead2d2c1e1fd09dd10267db2966e69aaab0de67319f826",
          "dexscope sql install");

  /** Where to look, the first that is there counts; empty when none is. */
  public static Optional<DuckDb> find() {
    Path home = Path.of(System.getProperty("user.home"));
    return find(System.getenv(), folder(), home);
  }

  static Optional<DuckDb> find(Map<String, String> environment, Path folder, Path home) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      if (!Files.isRegularFile(Path.of(named))) {
        throw new MissingToolException(
            "no such file", named, "let " + VARIABLE + " name DuckDB's JDBC driver, or unset it");
      }
      return Optional.of(new DuckDb(Path.of(named)));
    }
    Optional<Path> installed = JAR.installedIn(folder);
    if (installed.isPresent()) {
      return installed.map(DuckDb::new);
    }
    Path known = JAR.inMavenRepository(home);
    return JAR.isAt(known, folder.resolve("maven"))
        ? Optional.of(new DuckDb(known))
        : Optional.empty();
  }

  /**
   * The one that is there.
   *
   * @throws MissingToolException when none is, with what to do
   */
  public static DuckDb require() {
    return find()
        .orElseThrow(() ->
            new MissingToolException(
                "questions in SQL are answered by DuckDB, which is not here",
                folder(),
                "type once: dexscope sql install"));
  }

  /** How messages name it. */
  static EngineTitle title(Path jar, long memory) {
    return new EngineTitle(
        "DuckDB",
        jar,
        "install the tested version: dexscope sql install (" + VARIABLE + " unset)",
        "'describe' and the name of a table lists its columns",
        memory);
  }

  /** The folder for what is kept of it. */
  static Path folder() {
    return CacheFolder.ofUser().resolve("sql");
  }

  /**
   * Installs it.
   *
   * @param given the jar that the user has got; null to let Maven get it, from Maven Central or
   *     from where the user's settings say
   * @throws dev.dexscope.base.files.RefusedFileException when that is not the very file
   */
  public static Path install(@Nullable Path given) throws IOException {
    return JAR.obtain(given, folder());
  }
}
