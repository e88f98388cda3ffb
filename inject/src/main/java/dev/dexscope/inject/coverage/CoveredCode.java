package dev.dexscope.inject.coverage;

import java.util.BitSet;
import java.util.List;

/** The numbered places of a program's code. */
public interface CoveredCode {
  /** The number of places. */
  int count();

  /** Returns a name that other code does not have. */
  String name();

  /** Returns what places that were reached say of the classes, in the order of their names. */
  List<CoveredClass> covered(BitSet reached);
}
