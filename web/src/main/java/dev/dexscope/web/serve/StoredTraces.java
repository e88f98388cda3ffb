package dev.dexscope.web.serve;

import dev.dexscope.web.store.StoreEntry;
import dev.dexscope.web.store.TraceStore;
import dev.dexscope.web.traces.TraceSource;
import java.nio.file.Path;
import java.util.Optional;

/** The traces of a store, for the page that shows one. */
record StoredTraces(TraceStore store) implements TraceSource {
  @Override
  public Optional<Path> file(String id) {
    return store.file(id);
  }

  /** Files are named by their digests. */
  @Override
  public String title(String id) {
    return store.entry(id).map(StoreEntry::name).orElse("");
  }
}
