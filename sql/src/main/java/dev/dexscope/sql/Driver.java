package dev.dexscope.sql;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** DuckDB's JDBC driver in a class loader of its own: it is not on our class path. */
final class Driver implements Closeable {
  private final DuckDb duck;
  private final URLClassLoader loader;

  private Driver(DuckDb duck, URLClassLoader loader) {
    this.duck = duck;
    this.loader = loader;
  }

  static Driver of(DuckDb duck) throws IOException {
    URL jar = duck.jar().toUri().toURL();
    return new Driver(duck, new Loader(jar, NativeLibrary.of(duck.jar(), DuckDb.folder())));
  }

  /** Offers the library that is unpacked already in place of the driver's own. */
  private static final class Loader extends URLClassLoader {
    private final @Nullable Path library;

    Loader(URL jar, @Nullable Path library) {
      super("DuckDB", new URL[] {jar}, ClassLoader.getPlatformClassLoader());
      this.library = library;
    }

    @Override
    public @Nullable URL findResource(String name) {
      boolean isLibrary = library != null && name.startsWith(NativeLibrary.RESOURCE);
      return isLibrary ? null : super.findResource(name);
    }

    @Override
    protected @Nullable String findLibrary(String name) {
      return library == null ? super.findLibrary(name) : library.toString();
    }
  }

  /** A new database in memory. */
  Connection connect() {
    var options = new Properties();
    // An answer of a million rows is not made whole first.
    options.setProperty("jdbc_stream_results", "true");
    try {
      for (java.sql.Driver each : ServiceLoader.load(java.sql.Driver.class, loader)) {
        Connection connection = each.connect("jdbc:duckdb:", options);
        if (connection != null) {
          return connection;
        }
      }
    } catch (SQLException | ServiceConfigurationError | LinkageError e) {
      throw SqlException.unusable("DuckDB does not start", duck.jar(), e);
    }
    throw SqlException.unusable("this is not DuckDB's JDBC driver", duck.jar());
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
