package dev.dexscope.trace.retrace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A class of a mapping file: its name in the source, and its members by their names now. */
final class RenamedClass {
  private final String original;
  private final Map<String, List<MappedRange>> methods = new HashMap<>();
  private final Map<String, String> fields = new HashMap<>();

  /** The ranges of one method of several that have the same name now. */
  record Overload(Members.Member member, List<MappedRange> ranges) {

    /** Returns the same method with some of its ranges. */
    Overload with(List<MappedRange> some) {
      return new Overload(member, some);
    }
  }

  RenamedClass(String original) {
    this.original = original;
  }

  String original() {
    return original;
  }

  /**
   * Adds a field. Of several with one name now, by their types, it is open which is meant.
   *
   * @param before its name, perhaps behind that of the class from which it has come
   */
  void field(String now, String before) {
    String name = before.substring(before.lastIndexOf('.') + 1);
    fields.merge(now, name, (one, other) -> one.equals(other) ? one : now);
  }

  /** Returns the name that a field had, or the same. */
  String field(String now) {
    return fields.getOrDefault(now, now);
  }

  /** The ranges of a name, in the order of the file; the reader adds to them. */
  List<MappedRange> ranges(String name) {
    return methods.computeIfAbsent(name, _ -> new ArrayList<>());
  }

  /** The methods with a name; none if the file has no such name. */
  List<Overload> overloads(String name) {
    List<MappedRange> all = methods.getOrDefault(name, List.of());
    if (all.isEmpty()) {
      return List.of();
    }
    var members = new Members(all);
    List<Overload> result = new ArrayList<>();
    for (List<MappedRange> each : partition(all)) {
      result.add(new Overload(members.of(each.getLast()), each));
    }
    return result;
  }

  /** Separates the methods, by the outermost frames. */
  private static List<List<MappedRange>> partition(List<MappedRange> all) {
    List<MappedRange> current = new ArrayList<>(frames(all, 0));
    if (current.getLast().original().equals(all.getLast().original())) {
      return List.of(all);
    }
    List<List<MappedRange>> result = new ArrayList<>();
    for (int i = current.size(); i < all.size(); ) {
      List<MappedRange> frames = frames(all, i);
      if (!current.getLast().original().equals(frames.getLast().original())) {
        result.add(current);
        current = new ArrayList<>();
      }
      current.addAll(frames);
      i += frames.size();
    }
    result.add(current);
    return result;
  }

  /** The frames from an inlined one out to the method that has it. */
  private static List<MappedRange> frames(List<MappedRange> ranges, int from) {
    int last = from;
    while (last + 1 < ranges.size() && ranges.get(last).isInlinedInto(ranges.get(last + 1))) {
      last++;
    }
    return ranges.subList(from, last + 1);
  }
}
