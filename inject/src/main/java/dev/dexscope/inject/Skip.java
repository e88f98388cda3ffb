package dev.dexscope.inject;

/** Why a method is not instrumented although nothing went wrong. */
public enum Skip {
  /** Has no code here. */
  NATIVE("native"),
  /** Has no code at all: its implementations are measured. */
  ABSTRACT("abstract"),
  /** Small and without work: the measurement would show the profiler. */
  TRIVIAL("trivial, their time is their callers'; all with --all"),
  /** Runs on a thread with a time limit, whenever the collector likes. */
  FINALIZER("finalizers"),
  /** Not selected. */
  FILTERED("not selected"),
  /** Is in no source, so that nobody can cover it. */
  SYNTHETIC("made by the compiler"),
  /** The profiler's own, from an earlier injection. */
  PROFILER("the profiler's own");

  private final String words;

  Skip(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }
}
