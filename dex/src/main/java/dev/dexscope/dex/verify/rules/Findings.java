package dev.dexscope.dex.verify.rules;

import dev.dexscope.dex.verify.verdict.Failure;
import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The failures of the method being verified, and their effect on its verification. */
public final class Findings {
  private final List<Failure> failures = new ArrayList<>();
  private final boolean isGuess;
  private Supplier<String> method = () -> "";

  /** The method is rejected. */
  boolean hard;

  /** The current instruction throws whenever it is reached: what follows is not reached by it. */
  boolean instructionThrows;

  /** Why it throws: the first that was found. */
  @Nullable Failure thrown;

  /** After the current instruction, monitors cannot be followed. */
  boolean losesLocks;

  /** The method's monitors cannot be followed. */
  boolean locking;

  /**
   * Whether code after a monitor instruction that cannot be followed is verified nevertheless: a
   * runtime counts the locks and continues there.
   */
  boolean followsAllLocks;

  /** Whether failures are discarded: no verifier would check this code. */
  boolean isSilent;

  /** Whether instructions are followed in which a runtime finds nothing, whatever the failure. */
  boolean followsDoubts;

  /**
   * Those of one worker.
   *
   * @param isGuess whether classes are missing that the code is to be followed without
   */
  public Findings(boolean isGuess) {
    this.isGuess = isGuess;
  }

  /** The name is computed only for a failure. */
  public void startMethod(Supplier<String> name) {
    method = name;
    hard = false;
    locking = false;
    endInstruction();
  }

  /** The next instruction may throw nothing. */
  void endInstruction() {
    instructionThrows = false;
    losesLocks = false;
    thrown = null;
  }

  /** Adds a failure that makes the instruction throw when it is not a hard one. */
  void add(Problem problem, int pc, String reason) {
    if (verdict(problem) == Verdict.HARD) {
      hard = true;
    } else if (!isGuess && !(followsAllLocks && problem == Problem.LOCKING)) {
      instructionThrows = true;
      thrown = thrown == null ? new Failure(problem, "", pc, reason) : thrown;
    }
    losesLocks |= problem == Problem.LOCKING;
    note(problem, pc, reason);
  }

  /**
   * Returns the verdict of a problem: if classes are missing, problems that the missing ones might
   * resolve are soft.
   */
  public Verdict verdict(Problem problem) {
    return (isGuess || followsDoubts) && problem == Problem.BAD_CLASS_SOFT
        ? Verdict.SOFT
        : problem.verdict();
  }

  /** Adds a failure that changes nothing for the instruction. */
  public void note(Problem problem, int pc, String reason) {
    locking |= problem == Problem.LOCKING;
    if (isSilent) {
      return;
    }
    var failure = new Failure(problem, method.get(), pc, reason);
    // An instruction that is looked at again fails again.
    for (int i = failures.size() - 1; i >= 0 && i >= failures.size() - 8; i--) {
      if (failures.get(i).equals(failure)) {
        return;
      }
    }
    if (failures.size() < MAX_FAILURES || verdict(problem) == Verdict.HARD) {
      failures.add(failure);
    }
  }

  private static final int MAX_FAILURES = 10_000;

  public List<Failure> take() {
    List<Failure> taken = List.copyOf(failures);
    failures.clear();
    return taken;
  }
}
