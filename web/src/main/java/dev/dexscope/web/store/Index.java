package dev.dexscope.web.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The entries of a store, oldest first. */
final class Index {
  private final Map<String, StoreEntry> entries = new LinkedHashMap<>();
  private final Map<String, Integer> uses = new HashMap<>();
  private long space;

  void apply(Change change) {
    switch (change) {
      case Change.Added(StoreEntry entry) -> add(entry);
      case Change.Removed(String id) -> remove(id);
    }
  }

  private void add(StoreEntry entry) {
    remove(entry.id());
    entries.put(entry.id(), entry);
    if (uses.merge(entry.sha256(), 1, Integer::sum) == 1) {
      space += entry.space();
    }
  }

  private void remove(String id) {
    StoreEntry entry = entries.remove(id);
    if (entry != null && uses.merge(entry.sha256(), -1, Integer::sum) == 0) {
      uses.remove(entry.sha256());
      space -= entry.space();
    }
  }

  @Nullable StoreEntry get(String id) {
    return entries.get(id);
  }

  /** An entry whose trace has this digest. */
  @Nullable StoreEntry ofTrace(String sha256) {
    if (isUsed(sha256)) {
      for (StoreEntry entry : entries.values()) {
        if (entry.sha256().equals(sha256)) {
          return entry;
        }
      }
    }
    return null;
  }

  /** The entry of a run of an application whose trace has this digest. */
  @Nullable StoreEntry ofRun(String sha256, String app) {
    for (StoreEntry entry : isUsed(sha256) ? entries.values() : List.<StoreEntry>of()) {
      if (entry.sha256().equals(sha256) && entry.app().equals(app)) {
        return entry;
      }
    }
    return null;
  }

  boolean isUsed(String sha256) {
    return uses.containsKey(sha256);
  }

  /** The digests of all traces. */
  Set<String> traces() {
    return Set.copyOf(uses.keySet());
  }

  List<StoreEntry> all() {
    return new ArrayList<>(entries.values());
  }

  int size() {
    return entries.size();
  }

  /** The bytes of all traces on disk. */
  long space() {
    return space;
  }
}
