package dev.dexscope.inject;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Failure;
import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Verifies code before and after it was rewritten. Most methods pass: of the old code, only those
 * that now fail are verified.
 */
final class Verification {
  private final ClassPath platform;
  private final Verifier before;

  /**
   * A failure of a method. The words of the reason are unordered, and without numbers: registers
   * and addresses have moved, and merged types are named in the order of their occurrence.
   */
  private record Complaint(String descriptor, String method, Problem problem, List<String> words) {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[ ,|()'0-9]+");

    static Complaint of(String descriptor, Failure failure) {
      List<String> words = BETWEEN_WORDS.splitAsStream(failure.reason()).sorted().toList();
      return new Complaint(descriptor, failure.method(), failure.problem(), words);
    }
  }

  /** The failures of the old methods that were verified. */
  private final Set<Complaint> known = new HashSet<>();

  /** The old methods that were verified, by their classes. */
  private final Map<String, Set<String>> asked = new HashMap<>();

  private int openClasses;

  /**
   * A method that is worse off than before.
   *
   * @param method as the verifier names it; empty for the class itself
   */
  record Worse(String descriptor, String method, String reason) {}

  Verification(ClassPath platform, List<DexUnit> before) {
    this.platform = platform;
    this.before =
        Verifier.of(platform, before.stream().flatMap(unit -> unit.files().stream()).toList());
  }

  /** Returns how many classes extend some that are not known. */
  int openClasses() {
    return openClasses;
  }

  /** Returns the methods that are worse in the current files. */
  List<Worse> compare(List<DexFile> now) {
    Verifier after = Verifier.of(platform, now);
    List<ClassVerdict> failing =
        after.verify().stream().filter(each -> each.verdict() != Verdict.OK).toList();
    openClasses = after.openClasses();
    ask(failing);
    List<Worse> worse = new ArrayList<>();
    for (ClassVerdict each : failing) {
      for (Failure failure : each.failures()) {
        if (!known.contains(Complaint.of(each.descriptor(), failure))) {
          worse.add(new Worse(each.descriptor(), failure.method(), failure.toString()));
        }
      }
    }
    return worse;
  }

  private void ask(List<ClassVerdict> failing) {
    Map<String, Set<String>> questions = new HashMap<>();
    for (ClassVerdict each : failing) {
      Set<String> methods = asked.computeIfAbsent(each.descriptor(), _ -> new HashSet<>());
      for (Failure failure : each.failures()) {
        if (methods.add(failure.method())) {
          questions.computeIfAbsent(each.descriptor(), _ -> new HashSet<>()).add(failure.method());
        }
      }
    }
    for (ClassVerdict each : before.verify(questions)) {
      Set<String> methods = questions.getOrDefault(each.descriptor(), Set.of());
      for (Failure failure : each.failures()) {
        if (methods.contains(failure.method())) {
          known.add(Complaint.of(each.descriptor(), failure));
        }
      }
    }
  }
}
