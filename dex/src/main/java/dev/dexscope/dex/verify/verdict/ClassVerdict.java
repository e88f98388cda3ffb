package dev.dexscope.dex.verify.verdict;

import dev.dexscope.dex.JavaName;
import java.util.List;

/**
 * The verifier's answer for one class.
 *
 * @param dexFile the name of the file that defines it
 * @param descriptor the class: {@code Lp/C;}
 * @param verdict the worst of its failures
 * @param failures in the order of methods and of finding
 */
public record ClassVerdict(
    String dexFile, String descriptor, Verdict verdict, List<Failure> failures) {
  public ClassVerdict {
    failures = List.copyOf(failures);
  }

  /** The class as a person reads it: {@code p.C}. */
  public String className() {
    return JavaName.of(descriptor);
  }
}
