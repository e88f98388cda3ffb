package dev.dexscope.baseline;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.EncodedMethod;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * The pages of 4 KB of a package's dex files in which the code of the methods of its start is:
 * those that have to come from the storage for it.
 *
 * @param files the dex files with such methods
 */
public record StartPages(int pages, int files) {
  private static final int PAGE = 4096;

  /** The head of a code_item, in bytes. */
  private static final int HEAD = 16;

  /**
   * Counts them.
   *
   * @param rules those of the start have the names of the package
   */
  public static StartPages of(List<ArtProfile.Code> code, Rules rules) {
    var index = new RuleIndex(rules);
    int pages = 0;
    int files = 0;
    for (ArtProfile.Code each : code) {
      var touched = new BitSet();
      for (ClassDef type : each.dex().classes()) {
        for (EncodedMethod method : type.data().methods()) {
          CodeItem item = method.code();
          var rule = new Rule(Set.of(), type.type(), ArtProfile.member(method.ref()));
          if (item != null
              && (index.uses(rule, Names.OF_PACKAGE) & Use.bits(Set.of(Use.STARTUP))) != 0) {
            long end = item.offset() + HEAD + 2L * item.units() - 1;
            touched.set(item.offset() / PAGE, (int) (end / PAGE) + 1);
          }
        }
      }
      pages += touched.cardinality();
      files += touched.isEmpty() ? 0 : 1;
    }
    return new StartPages(pages, files);
  }
}
