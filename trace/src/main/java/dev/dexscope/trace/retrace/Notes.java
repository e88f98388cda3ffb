package dev.dexscope.trace.retrace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What R8 notes about a method, in comments after its line.
 *
 * @param synthesized whether the compiler made it, so that the source does not have it
 * @param outline whether it is code that several methods had in common
 * @param callSites for a call of such code: its lines, and those of this method for which they
 *     stand
 * @param rewrites when frames are left out
 * @param residual the descriptor that it has now; empty if only the names of classes differ
 */
record Notes(
    boolean synthesized,
    boolean outline,
    Map<Integer, Integer> callSites,
    List<Rewrite> rewrites,
    String residual) {
  static final Notes NONE = new Notes(false, false, Map.of(), List.of(), "");

  Notes asSynthesized() {
    return new Notes(true, outline, callSites, rewrites, residual);
  }

  Notes asOutline() {
    return new Notes(synthesized, true, callSites, rewrites, residual);
  }

  Notes withCallSites(Map<Integer, Integer> lines) {
    return new Notes(synthesized, outline, Map.copyOf(lines), rewrites, residual);
  }

  Notes withRewrite(Rewrite rewrite) {
    List<Rewrite> all = new ArrayList<>(rewrites);
    all.add(rewrite);
    return new Notes(synthesized, outline, callSites, List.copyOf(all), residual);
  }

  Notes withResidual(String descriptor) {
    return new Notes(synthesized, outline, callSites, rewrites, descriptor);
  }

  /**
   * Leaves out frames that R8 added to a check when it moved it, where the check failed.
   *
   * @param exceptions descriptors; applies if each of them was thrown
   * @param removed how many frames, from the innermost
   */
  record Rewrite(List<String> exceptions, int removed) {
    boolean applies(String thrown) {
      return exceptions.stream().allMatch(thrown::equals);
    }
  }
}
