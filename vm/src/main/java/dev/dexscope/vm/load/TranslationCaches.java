package dev.dexscope.vm.load;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The translation caches in use: one for each key, shared by all users. A cache whose users have
 * all been garbage-collected is saved and closed when the next one is requested.
 */
final class TranslationCaches {
  /** More files are opened for each class: a process may have few. */
  private static final int MOST_OPEN = 32;

  private final Path folder;
  private final Map<String, Shared> byKey = new HashMap<>();
  private final Set<User> users = new HashSet<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  private static final class Shared {
    final TranslationCache cache;
    int users;

    Shared(TranslationCache cache) {
      this.cache = cache;
    }
  }

  private static final class User extends PhantomReference<Object> {
    final String key;

    User(Object user, String key, ReferenceQueue<Object> collected) {
      super(user, collected);
      this.key = key;
    }
  }

  TranslationCaches(Path folder) {
    this.folder = folder;
  }

  Path folder() {
    return folder;
  }

  /** Returns the cache with the key, for as long as its user is reachable. */
  synchronized TranslationCache get(String key, Object user) {
    closeUnused();
    Shared shared = byKey.get(key);
    if (shared == null) {
      shared = new Shared(TranslationCache.open(folder, key, byKey.size() < MOST_OPEN));
      byKey.put(key, shared);
    }
    shared.users++;
    users.add(new User(user, key, collected));
    return shared.cache;
  }

  private void closeUnused() {
    for (Reference<?> each = collected.poll(); each != null; each = collected.poll()) {
      if (each instanceof User user && users.remove(user)) {
        Shared shared = byKey.get(user.key);
        if (shared != null && --shared.users == 0) {
          byKey.remove(user.key);
          shared.cache.finish();
          shared.cache.close();
        }
      }
    }
  }

  /** Returns how many are in use. */
  synchronized int size() {
    closeUnused();
    return byKey.size();
  }

  /** Saves new entries at the end of a run, and removes the oldest if there are too many. */
  synchronized void save() {
    byKey.values().forEach(each -> each.cache.finish());
    new TranslationFolder(folder).tidy(Instant.now());
  }
}
