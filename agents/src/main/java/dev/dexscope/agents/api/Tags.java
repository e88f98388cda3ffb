package dev.dexscope.agents.api;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Numbers that an agent gives objects. They keep no object in memory, and are the agent's own: no
 * other one sees them.
 *
 * <pre>{@code
 * Tags tags = environment.tags();
 * tags.onFreed(tag -> System.out.println("freed " + tag));
 * tags.set(object, 7);
 * }</pre>
 */
public interface Tags {
  /** The tag of an object; 0 when it has none. */
  long get(Object object);

  /**
   * Gives an object a tag.
   *
   * @param tag 0 to take it away
   */
  void set(Object object, long tag);

  /** The objects that have a tag. */
  List<Object> objects(long tag);

  /** Tells of the tags of objects that are no more, by a thread of the VM's. */
  void onFreed(LongConsumer listener);
}
