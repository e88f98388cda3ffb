package dev.dexscope.web.serve;

import dev.dexscope.web.store.StoreEntry;
import dev.dexscope.web.store.TraceStore;
import dev.dexscope.web.traces.TraceSource;
import java.util.Optional;

/**
 * A store as the place where the page of a trace finds it: files are called by their digests there.
 */
record StoredTraces(TraceStore store) implements TraceSource {
  @Override
  public Optional<Named> find(String id) {
    Optional<String> name = store.entry(id).map(StoreEntry::name);
    return name.flatMap(title -> store.file(id).map(file -> new Named(title, file)));
  }
}
