package dev.dexscope.device;

import dev.dexscope.wire.Link;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who has connected, and was not let in yet. Where there are too many, the one who has waited
 * longest has to go: a peer with a key needs only a moment, so that those who say nothing keep
 * nobody out.
 */
final class Strangers {
  static final int MOST = 64;

  private final Set<Link> all = new LinkedHashSet<>();

  /** One more; gives the one that is too many. */
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
