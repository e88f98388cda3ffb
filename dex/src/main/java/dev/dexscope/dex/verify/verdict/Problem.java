package dev.dexscope.dex.verify.verdict;

/** The kinds of failure that ART's verifier distinguishes, with their meaning for the class. */
public enum Problem {
  /** Broken whatever the class path holds: a VerifyError. */
  BAD_CLASS_HARD(Verdict.HARD),
  /** Could be right with other classes. A device that runs the code rejects it all the same. */
  BAD_CLASS_SOFT(Verdict.HARD),
  /** The instruction throws NoClassDefFoundError. */
  NO_CLASS(Verdict.SOFT),
  /** The instruction throws NoSuchMethodError. */
  NO_METHOD(Verdict.SOFT),
  /** The instruction throws IllegalAccessError: the class is not accessible. */
  ACCESS_CLASS(Verdict.ACCESS_CHECKS),
  /** The instruction throws IllegalAccessError: the field is not accessible. */
  ACCESS_FIELD(Verdict.ACCESS_CHECKS),
  /** The instruction throws IllegalAccessError: the method is not accessible. */
  ACCESS_METHOD(Verdict.ACCESS_CHECKS),
  /** The instruction throws IncompatibleClassChangeError. */
  CLASS_CHANGE(Verdict.SOFT),
  /** The instruction throws InstantiationError. */
  INSTANTIATION(Verdict.SOFT),
  /** Monitors cannot be followed: the method runs slowly, with its locks counted. */
  LOCKING(Verdict.SOFT),
  /** A handler that nothing can reach: the method is not compiled. */
  SKIP_COMPILER(Verdict.SOFT),
  /** The class cannot be loaded: a supertype is missing or does not fit. */
  LOAD(Verdict.LOAD_FAILED);

  private final Verdict verdict;

  Problem(Verdict verdict) {
    this.verdict = verdict;
  }

  /** The verdict on a class that has this problem alone. */
  public Verdict verdict() {
    return verdict;
  }
}
