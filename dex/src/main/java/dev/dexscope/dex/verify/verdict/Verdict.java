package dev.dexscope.dex.verify.verdict;

/** The result for a class on a device, from good to bad. */
public enum Verdict {
  /** Verified: runs compiled and without checks. */
  OK,
  /** Runs interpreted with access checks; an inaccessible member throws when it is used. */
  ACCESS_CHECKS,
  /** Runs interpreted; what does not resolve throws when it is reached. */
  SOFT,
  /** Rejected: its first use throws VerifyError. */
  HARD,
  /** Cannot be loaded at all. */
  LOAD_FAILED
}
