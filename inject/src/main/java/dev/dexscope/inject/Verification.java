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
 * Asks the verifier what it thinks of code before and after it was rewritten. Most methods are
 * right, and nobody asks what they were: of the old code only those are verified that now fail.
 */
final class Verification {
  private final ClassPath platform;
  private final Verifier before;

  /**
   * What a method fails for. The words of the reason are in no order, and without numbers:
   * registers and addresses have moved, and merged types are named in the order in which they were
   * met.
   */
  private record Complaint(String descriptor, String method, Problem problem, List<String> words) {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[ ,|()'0-9]+");

    static Complaint of(String descriptor, Failure failure) {
      List<String> words = BETWEEN_WORDS.splitAsStream(failure.reason()).sorted().toList();
      return new Complaint(descriptor, failure.method(), failure.problem(), words);
    }
  }

  /** What the old methods fail for, of those that somebody has asked for. */
  private final Set<Complaint> known = new HashSet<>();

  /** The old methods that were asked for, by their classes. */
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

  /** How many classes extend some that are not known. */
  int openClasses() {
    return openClasses;
  }

  /** What is worse in the files as they are now. */
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
