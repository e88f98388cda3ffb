package dev.dexscope.inject;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A file that has no room for the ids of the run time's methods. Ids that are there stay, so that
 * nothing is won by taking a class away: the classes are divided among files made anew, each with
 * the ids that its classes need. As few as will do go into another file, since what both name is
 * there twice.
 */
final class FullFile {
  private static final int MOST_METHODS = 0x10000;
  private static final int MOST_TYPES = 0xffff;

  /** The number of new ids of each kind that calls of the run time may require in a file. */
  private static final int NEEDED = 5;

  /** One class in so many moves; the last of these is a half, and each half is looked at again. */
  private static final int[] SHARES = {64, 16, 4, 2};

  private FullFile() {}

  /**
   * The file itself when it has room, else files that have, if they can be made: not of a single
   * class.
   *
   * @param isElsewhere whether another file of the application defines the class too. It stays in
   *     the first part: which definition counts is a matter of the files' order
   */
  static List<DexUnit> parts(DexUnit unit, Predicate<String> isElsewhere) {
    if (unit.isAlone() || unit.files().size() != 1 || hasRoom(unit.files().getFirst())) {
      return List.of(unit);
    }
    List<ClassDef> staying = new ArrayList<>();
    List<ClassDef> others = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (ClassDef each : unit.files().getFirst().classes()) {
      if (seen.add(each.type())) {
        (isElsewhere.test(each.type()) ? staying : others).add(each);
      }
    }
    if (others.size() < 2) {
      return List.of(unit);
    }
    for (int share : SHARES) {
      int from = others.size() - Math.max(1, others.size() / share);
      List<ClassDef> here = new ArrayList<>(staying);
      here.addAll(others.subList(0, from));
      DexUnit first = unitOf(unit, unit.name(), here);
      if (first == null) {
        break;
      }
      if (share > 2 && !hasRoom(first.files().getFirst())) {
        continue;
      }
      DexUnit second = unitOf(unit, unit.name() + "'", others.subList(from, others.size()));
      if (second == null) {
        break;
      }
      List<DexUnit> parts = new ArrayList<>(parts(first, isElsewhere));
      parts.addAll(parts(second, isElsewhere));
      return parts;
    }
    return List.of(unit);
  }

  private static boolean hasRoom(DexFile dex) {
    return dex.methodCount() + NEEDED <= MOST_METHODS
        && dex.typeCount() + NEEDED <= MOST_TYPES
        && dex.protoCount() + NEEDED <= MOST_TYPES;
  }

  private static @Nullable DexUnit unitOf(DexUnit whole, String name, List<ClassDef> classes) {
    DexBuilder dex = DexBuilder.ofVersion(whole.files().getFirst().version());
    for (ClassDef each : classes) {
      if (dex.add(each) instanceof Outcome.Overflow) {
        return null;
      }
    }
    return DexUnit.of(name, dex.build());
  }
}
