package dev.dexscope.agents;

import dev.dexscope.agents.api.Tags;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tags, kept by weak references. JVM TI's own cannot report freed objects to Java: its callback may
 * not call it.
 */
final class ObjectTags implements Tags {
  private final Map<Key, Long> tags = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
  private final List<LongConsumer> listeners = new CopyOnWriteArrayList<>();
  private final UnaryOperator<LongConsumer> telling;

  private ObjectTags(UnaryOperator<LongConsumer> telling) {
    this.telling = telling;
  }

  /** Equal to another one of the same object, and to itself when the object is no more. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object, @Nullable ReferenceQueue<Object> queue) {
      super(object, queue);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof Key key && key.get() != null && refersTo(key.get()));
    }
  }

  /**
   * Starts its thread, which reports freed objects, and ends with the process.
   *
   * @param host its threads are hidden from agents
   * @param telling makes of a listener one that may fail
   */
  static ObjectTags begin(ThreadGroup host, UnaryOperator<LongConsumer> telling) {
    var tags = new ObjectTags(telling);
    Thread.ofPlatform().group(host).daemon().name("dexscope tags").start(tags::tellOfGone);
    return tags;
  }

  private void tellOfGone() {
    while (true) {
      try {
        Long tag = tags.remove(gone.remove());
        if (tag != null) {
          listeners.forEach(each -> each.accept(tag));
        }
      } catch (InterruptedException e) {
        // Nobody ends it.
      }
    }
  }

  @Override
  public long get(Object object) {
    return tags.getOrDefault(new Key(object, null), 0L);
  }

  @Override
  public void set(Object object, long tag) {
    var key = new Key(object, gone);
    // The key that is kept is the one of the first tag, which goes with the object.
    if (tag == 0) {
      tags.remove(key);
    } else {
      tags.put(key, tag);
    }
  }

  @Override
  public List<Object> objects(long tag) {
    List<Object> found = new ArrayList<>();
    tags.forEach((key, each) -> {
      Object object = key.get();
      if (each == tag && object != null) {
        found.add(object);
      }
    });
    return found;
  }

  @Override
  public void onFreed(LongConsumer listener) {
    listeners.add(telling.apply(listener));
  }
}
