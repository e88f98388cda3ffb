package dev.dexscope.dex.verify.verdict;

import java.util.Locale;

/**
 * A finding of the verifier, shown as ART logs it: {@code void p.C.m(int): [0x1A] register v0 has
 * type Integer but expected Reference: java.lang.Object}.
 *
 * @param problem the kind of failure
 * @param method the method in readable form; empty if the class itself is at fault
 * @param dexPc the instruction's address in code units, or -1 if no instruction is at fault
 * @param reason one sentence
 */
public record Failure(Problem problem, String method, int dexPc, String reason) {
  @Override
  public String toString() {
    if (method.isEmpty()) {
      return reason;
    }
    String at = dexPc < 0 ? "" : String.format(Locale.ROOT, "[0x%X] ", dexPc);
    return method + ": " + at + reason;
  }
}
