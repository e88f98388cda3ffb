package dev.dexscope.agents.events;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.observe.trace.MethodEvents;
import dev.dexscope.observe.trace.ProgramMethod;
import java.util.HashMap;
import java.util.Map;

/** The jmethodIDs of methods by their classes and the numbers that hooks tell. */
public final class HookedMethods {
  /** Those of a class, by their numbers from the first one on; 0 where none has been asked for. */
  private record Ids(int first, long[] ids) {}

  /** The known facts of a class. */
  private static final class Known {
    private volatile Ids byNumber = new Ids(0, new long[0]);
    private Map<String, Long> byName = Map.of();
  }

  private final Methods methods;
  private final ClassValue<Known> classes =
      new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
          return new Known();
        }
      };

  HookedMethods(Methods methods) {
    this.methods = methods;
  }

  /** The jmethodID. */
  long id(Class<?> type, int number) {
    Known known = classes.get(type);
    Ids ids = known.byNumber;
    int place = number - ids.first;
    long id = place >= 0 && place < ids.ids.length ? ids.ids[place] : 0;
    return id != 0 ? id : find(known, type, number);
  }

  private long find(Known known, Class<?> type, int number) {
    ProgramMethod method = MethodEvents.name(number);
    String name = method.name() + method.descriptor();
    synchronized (known) {
      if (!known.byName.containsKey(name)) {
        known.byName = byName(type);
      }
      long id = known.byName.getOrDefault(name, 0L);
      known.byNumber = with(known.byNumber, number, id);
      return id;
    }
  }

  private static Ids with(Ids ids, int number, long id) {
    boolean isFirst = ids.ids.length == 0;
    int first = isFirst ? number : Math.min(ids.first, number);
    int end = isFirst ? number + 1 : Math.max(ids.first + ids.ids.length, number + 1);
    long[] more = new long[end - first];
    System.arraycopy(ids.ids, 0, more, isFirst ? 0 : ids.first - first, ids.ids.length);
    more[number - first] = id;
    return new Ids(first, more);
  }

  private Map<String, Long> byName(Class<?> type) {
    Map<String, Long> found = new HashMap<>();
    long[] ids = methods.members(Function.GET_CLASS_METHODS, type);
    if (ids != null) {
      for (long id : ids) {
        ProgramMethod method = methods.name(id);
        if (method != null) {
          found.put(method.name() + method.descriptor(), id);
        }
      }
    }
    return found;
  }
}
