package dev.dexscope.profile;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.CodeKind;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;

/**
 * The CPU time of an app's run by whose code it was, in nanoseconds.
 *
 * @param app the app's
 * @param libraries those in the app's packages
 * @param framework Android's, and what no sample has given a name
 * @param own that of Dexscope's virtual machine and of its loop of frames, which a phone has not
 * @param unnamed the part of the framework's that has no method's name
 */
public record CodeShares(long app, long libraries, long framework, long own, long unnamed) {
  static CodeShares of(View view) {
    long app = 0;
    long libraries = 0;
    long framework = 0;
    long own = 0;
    long unnamed = 0;
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      for (int node = 1; node < tree.size(); node++) {
        Method method = view.methods().get(tree.method(node));
        long time = tree.exclusiveCpu(node);
        switch (CodeKind.of(method)) {
          case APP -> app += time;
          case LIBRARY -> libraries += time;
          case PLATFORM -> {
            if (method.className().isEmpty()) {
              own += time;
            } else {
              framework += time;
              unnamed += method.className().equals("phase") ? time : 0;
            }
          }
        }
      }
    }
    return new CodeShares(app, libraries, framework, own, unnamed);
  }

  /** Returns the whole. */
  public long total() {
    return app + libraries + framework + own;
  }

  /** Returns how much a part is of the whole, in per cent. */
  public double percent(long part) {
    return total() == 0 ? 0 : 100.0 * part / total();
  }
}
