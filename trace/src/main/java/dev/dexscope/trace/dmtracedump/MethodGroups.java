package dev.dexscope.trace.dmtracedump;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Methods in groups that have a class or a name in common. */
final class MethodGroups {
  /** By exclusive time, the largest first; the methods too. */
  private static final Comparator<Group> LARGEST_FIRST =
      Comparator.comparingLong(Group::exclusive)
          .reversed()
          .thenComparing(group -> group.methods.getFirst().className)
          .thenComparingInt(group -> group.methods.getFirst().place);

  private MethodGroups() {}

  /** Methods with the same word. */
  record Group(String name, long exclusive, List<ProfiledMethod> methods) {
    static Group of(String name, List<ProfiledMethod> members) {
      List<ProfiledMethod> sorted = members.stream().sorted(ProfiledMethod.BY_EXCLUSIVE).toList();
      long sum = sorted.stream().mapToLong(ProfiledMethod::allExclusive).sum();
      return new Group(name, sum, sorted);
    }
  }

  static List<Group> byClass(List<ProfiledMethod> methods) {
    return groups(sortedByClass(methods), method -> method.className);
  }

  static List<Group> byName(List<ProfiledMethod> methods) {
    return groups(sortedByName(sortedByClass(methods)), method -> method.name);
  }

  private static List<ProfiledMethod> sortedByClass(List<ProfiledMethod> methods) {
    return methods.stream()
        .sorted(Comparator.comparing((ProfiledMethod method) -> method.className))
        .toList();
  }

  /**
   * Sorts by name, but by class where one of two has no name. That is no order: around {@code
   * (toplevel)}, classes like {@code $Proxy0} and all others are on either side. What comes out
   * depends on which methods are compared, so that this merges halves as C's library does.
   */
  private static List<ProfiledMethod> sortedByName(List<ProfiledMethod> methods) {
    if (methods.size() < 2) {
      return methods;
    }
    int middle = methods.size() / 2;
    List<ProfiledMethod> left = sortedByName(methods.subList(0, middle));
    List<ProfiledMethod> right = sortedByName(methods.subList(middle, methods.size()));
    List<ProfiledMethod> merged = new ArrayList<>(methods.size());
    int l = 0;
    int r = 0;
    while (l < left.size() && r < right.size()) {
      merged.add(compareNames(left.get(l), right.get(r)) <= 0 ? left.get(l++) : right.get(r++));
    }
    merged.addAll(left.subList(l, left.size()));
    merged.addAll(right.subList(r, right.size()));
    return merged;
  }

  private static int compareNames(ProfiledMethod a, ProfiledMethod b) {
    return a.isSpecial() || b.isSpecial()
        ? a.className.compareTo(b.className)
        : a.name.compareTo(b.name);
  }

  /** Neighbours with the same word become a group; special methods belong to no group. */
  private static List<Group> groups(
      List<ProfiledMethod> methods, Function<ProfiledMethod, String> word) {
    List<Group> groups = new ArrayList<>();
    List<ProfiledMethod> members = new ArrayList<>();
    for (ProfiledMethod method : methods) {
      if (method.isSpecial()) {
        continue;
      }
      if (!members.isEmpty() && !word.apply(method).equals(word.apply(members.getFirst()))) {
        groups.add(Group.of(word.apply(members.getFirst()), members));
        members.clear();
      }
      members.add(method);
    }
    if (!members.isEmpty()) {
      groups.add(Group.of(word.apply(members.getFirst()), members));
    }
    groups.sort(LARGEST_FIRST);
    return groups;
  }
}
