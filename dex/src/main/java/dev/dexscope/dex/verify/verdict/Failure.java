package dev.dexscope.dex.verify.verdict;

import java.util.Locale;

/**
 * One thing that the verifier found, shown as ART logs it: {@code void p.C.m(int): [0x1A] register
 * v0 has type Integer but expected Reference: java.lang.Object}.
 *
 * @param problem what kind of failure
 * @param method the method as a person reads it; empty when the class itself is at fault
 * @param dexPc the instruction's address in code units, or -1 when it is none's fault
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
