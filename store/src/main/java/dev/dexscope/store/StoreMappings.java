package dev.dexscope.store;

import dev.dexscope.trace.MappingFiles;
import dev.dexscope.trace.MappingFormatException;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.retrace.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The mapping files of a store's applications, each kept once under R8's id. Runs that are added
 * later get the names of the source by them; the traces stay as they came. An application has its
 * own: a trace that states the id of another's file gets no names of it.
 */
public final class StoreMappings {
  private final Path folder;

  StoreMappings(Path store) {
    this.folder = store.resolve("mappings");
  }

  /**
   * Keeps a mapping file, unless it is there.
   *
   * @param app the application's id
   * @return the file's id
   * @throws MappingFormatException if it is no mapping file, or has no id
   * @throws IllegalArgumentException if the application's id is none
   * @throws IOException if a file cannot be read or written
   */
  public String add(String app, Path file) throws IOException {
    if (!Facts.isApp(app)) {
      throw new IllegalArgumentException("no application '" + app + "'");
    }
    Mapping.read(file);
    String id = MappingFiles.idOf(file);
    if (id.isEmpty()) {
      throw new MappingFormatException(
          file.toString(), 0, "has no '# pg_map_id', by which a trace's mapping is found");
    }
    Path kept = folder.resolve(app).resolve(id + ".txt");
    if (!Files.exists(kept)) {
      DurableFile.write(kept, out -> Files.copy(file, out));
    }
    return id;
  }

  /** Returns the mapping file of a trace's methods; null if none is kept. */
  @Nullable Path find(String app, MethodTable methods) {
    for (String id : MappingFiles.idsOf(methods)) {
      Path kept = folder.resolve(app).resolve(id + ".txt");
      if (Files.exists(kept)) {
        return kept;
      }
    }
    return null;
  }
}
