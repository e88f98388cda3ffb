package android.util;

import java.util.LinkedHashMap;
import java.util.Map;

/** A cache of bounded size that removes the least recently used entries. */
public class LruCache<K, V> {
  private final LinkedHashMap<K, V> map = new LinkedHashMap<>(16, 0.75f, true);
  private int size;
  private int maxSize;
  private int putCount;
  private int createCount;
  private int evictionCount;
  private int hitCount;
  private int missCount;

  public LruCache(int maxSize) {
    checkMaxSize(maxSize);
    this.maxSize = maxSize;
  }

  public void resize(int maxSize) {
    checkMaxSize(maxSize);
    synchronized (this) {
      this.maxSize = maxSize;
    }
    trimToSize(maxSize);
  }

  private static void checkMaxSize(int maxSize) {
    if (maxSize <= 0) {
      throw new IllegalArgumentException("maxSize <= 0");
    }
  }

  /** The value, made by {@link #create} if the cache has none; null if that makes none. */
  public final V get(K key) {
    checkKey(key);
    synchronized (this) {
      V value = map.get(key);
      if (value != null) {
        hitCount++;
        return value;
      }
      missCount++;
    }
    // Without the lock: it may take long, and another thread may be quicker.
    V created = create(key);
    if (created == null) {
      return null;
    }
    V other;
    synchronized (this) {
      createCount++;
      other = map.putIfAbsent(key, created);
      if (other == null) {
        size += safeSizeOf(key, created);
      }
    }
    if (other != null) {
      entryRemoved(false, key, created, other);
      return other;
    }
    trimToSize(maxSize);
    return created;
  }

  /** Sets the value, and returns the one before. */
  public final V put(K key, V value) {
    checkKey(key);
    if (value == null) {
      throw new NullPointerException("key == null || value == null");
    }
    V previous;
    synchronized (this) {
      putCount++;
      size += safeSizeOf(key, value);
      previous = map.put(key, value);
      if (previous != null) {
        size -= safeSizeOf(key, previous);
      }
    }
    if (previous != null) {
      entryRemoved(false, key, previous, value);
    }
    trimToSize(maxSize);
    return previous;
  }

  /** Removes the least recently used entries until no more than {@code maxSize} is left. */
  public void trimToSize(int maxSize) {
    while (true) {
      K key;
      V value;
      synchronized (this) {
        if (size < 0 || (map.isEmpty() && size != 0)) {
          throw new IllegalStateException(
              getClass().getName() + ".sizeOf() is reporting inconsistent results!");
        }
        if (size <= maxSize || map.isEmpty()) {
          return;
        }
        Map.Entry<K, V> eldest = map.firstEntry();
        key = eldest.getKey();
        value = eldest.getValue();
        map.remove(key);
        size -= safeSizeOf(key, value);
        evictionCount++;
      }
      entryRemoved(true, key, value, null);
    }
  }

  public final V remove(K key) {
    checkKey(key);
    V previous;
    synchronized (this) {
      previous = map.remove(key);
      if (previous != null) {
        size -= safeSizeOf(key, previous);
      }
    }
    if (previous != null) {
      entryRemoved(false, key, previous, null);
    }
    return previous;
  }

  private static void checkKey(Object key) {
    if (key == null) {
      throw new NullPointerException("key == null");
    }
  }

  /** Told of each value that goes: evicted for room, or else removed or replaced. */
  protected void entryRemoved(boolean evicted, K key, V oldValue, V newValue) {}

  /** Makes the value of a key that the cache has not; null for none. */
  protected V create(K key) {
    return null;
  }

  private int safeSizeOf(K key, V value) {
    int result = sizeOf(key, value);
    if (result < 0) {
      throw new IllegalStateException("Negative size: " + key + "=" + value);
    }
    return result;
  }

  /** How much an entry counts; must not change while it is in the cache. */
  protected int sizeOf(K key, V value) {
    return 1;
  }

  public final void evictAll() {
    trimToSize(-1);
  }

  public final synchronized int size() {
    return size;
  }

  public final synchronized int maxSize() {
    return maxSize;
  }

  public final synchronized int hitCount() {
    return hitCount;
  }

  public final synchronized int missCount() {
    return missCount;
  }

  public final synchronized int createCount() {
    return createCount;
  }

  public final synchronized int putCount() {
    return putCount;
  }

  public final synchronized int evictionCount() {
    return evictionCount;
  }

  /** A copy, from the least to the most recently used. */
  public final synchronized Map<K, V> snapshot() {
    return new LinkedHashMap<>(map);
  }

  @Override
  public final synchronized String toString() {
    int accesses = hitCount + missCount;
    int hitPercent = accesses == 0 ? 0 : 100 * hitCount / accesses;
    return "LruCache[maxSize="
        + maxSize
        + ",hits="
        + hitCount
        + ",misses="
        + missCount
        + ",hitRate="
        + hitPercent
        + "%]";
  }
}
