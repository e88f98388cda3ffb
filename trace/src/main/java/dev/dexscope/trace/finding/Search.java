package dev.dexscope.trace.finding;

import java.util.List;

/** Finds what a {@link Rule} is about. */
interface Search {
  List<Finding> in(Facts facts);
}
