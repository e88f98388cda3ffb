package dev.dexscope.inject.code;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;

/** The code around a method, as far as exceptions may get lost in it. */
public interface Surroundings {
  /** Every method reports the exceptions that leave it: none gets lost. */
  Surroundings UNKNOWN =
      new Surroundings() {
        @Override
        public boolean isEdge(EncodedMethod method) {
          return true;
        }

        @Override
        public boolean leadsOutside(DexFile dex, int callee) {
          return false;
        }
      };

  /**
   * Returns whether code that is not instrumented may call a method: no caller might report the
   * exceptions that leave it.
   */
  boolean isEdge(EncodedMethod method);

  /**
   * Returns whether a call of a method runs code that is not instrumented, and that might call
   * methods which are not known to be edges.
   *
   * @param callee the method's index in the file
   */
  boolean leadsOutside(DexFile dex, int callee);
}
