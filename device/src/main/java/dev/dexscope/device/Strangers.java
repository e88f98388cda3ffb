package dev.dexscope.device;

import dev.dexscope.wire.Link;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The peers that have connected, but were not accepted yet. If there are too many, the one that has
 * waited longest is dropped: a peer with a key needs only a moment, so silent ones do not block
 * others.
 */
final class Strangers {
  static final int MOST = 64;

  private final Set<Link> all = new LinkedHashSet<>();

  /** Adds a peer; returns the one to drop, if there are too many. */
  synchronized @Nullable Link add(Link link) {
    all.add(link);
    if (all.size() <= MOST) {
      return null;
    }
    Link eldest = all.iterator().next();
    all.remove(eldest);
    return eldest;
  }

  synchronized void remove(Link link) {
    all.remove(link);
  }
}
