package dev.dexscope.agents.api;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Numbers that an agent assigns to objects. They do not keep objects in memory, and are not visible
 * to other agents.
 *
 * <pre>{@code
 * Tags tags = environment.tags();
 * tags.onFreed(tag -> System.out.println("freed " + tag));
 * tags.set(object, 7);
 * }</pre>
 */
public interface Tags {
  /** Returns the tag of an object; 0 if it has none. */
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
