package dev.dexscope.inject;

import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.ClassVerdict;
import dev.dexscope.dex.verify.Failure;
import dev.dexscope.dex.verify.Problem;
import dev.dexscope.dex.verify.Verdict;
import dev.dexscope.dex.verify.Verifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks the verifier what it thinks of code before and after it was rewritten. */
final class Verification {
  private final ClassPath platform;
  private final List<DexUnit> before;

  /** The failures of each class as it was; null before anyone has asked. */
  private @Nullable Map<String, ClassVerdict> known;

  /**
   * A method that is worse off than before.
   *
   * @param method as the verifier names it; empty for the class itself
   */
  record Worse(String descriptor, String method, String reason) {}

  Verification(ClassPath platform, List<DexUnit> before) {
    this.platform = platform;
    this.before = before;
  }

  /** What is worse in the files as they are now. */
  List<Worse> compare(SequencedMap<String, byte[]> now) {
    List<Worse> worse = new ArrayList<>();
    for (ClassVerdict each : Verifier.ofBytes(platform, now).verify()) {
      if (each.verdict() != Verdict.OK) {
        compare(each, worse);
      }
    }
    return worse;
  }

  private void compare(ClassVerdict now, List<Worse> worse) {
    ClassVerdict old = before().get(now.descriptor());
    Map<String, Set<Problem>> oldProblems = new HashMap<>();
    if (old != null) {
      for (Failure each : old.failures()) {
        oldProblems
            .computeIfAbsent(each.method(), _ -> EnumSet.noneOf(Problem.class))
            .add(each.problem());
      }
    }
    for (Failure each : now.failures()) {
      if (!oldProblems.getOrDefault(each.method(), Set.of()).contains(each.problem())) {
        worse.add(new Worse(now.descriptor(), each.method(), each.toString()));
      }
    }
  }

  /** Most classes are right, and nobody asks what they were: the old files are verified late. */
  private Map<String, ClassVerdict> before() {
    Map<String, ClassVerdict> verdicts = known;
    if (verdicts == null) {
      SequencedMap<String, byte[]> files = new LinkedHashMap<>();
      before.forEach(unit -> files.put(unit.name(), unit.bytes()));
      verdicts = new HashMap<>();
      for (ClassVerdict each : Verifier.ofBytes(platform, files).verify()) {
        verdicts.putIfAbsent(each.descriptor(), each);
      }
      known = verdicts;
    }
    return verdicts;
  }
}
