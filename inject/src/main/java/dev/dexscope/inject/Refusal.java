package dev.dexscope.inject;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.dex.DexFile;
import dev.dexscope.inject.code.ProfilerNames;
import java.util.List;

/** Code that is refused, because the profile would be wrong or the code would not run. */
final class Refusal {
  /** TAU's own methods take a name instead. */
  private static final String ENTRY = "(I)";

  private Refusal() {}

  /**
   * Checks all code of an app.
   *
   * @param names the names of the profiler
   * @param force whether damaged code is accepted
   * @throws RefusedFileException if some of it cannot be profiled
   */
  static void check(List<DexUnit> units, ProfilerNames names, boolean force) {
    for (DexUnit unit : units) {
      for (DexFile dex : unit.files()) {
        if (!force && !dex.isIntact()) {
          throw new RefusedFileException(
              "the code is damaged: its checksum is wrong, so that devices refuse it",
              dex.name(),
              "get the file again, or take it as it is with --force");
        }
        if (isProfiled(dex, names)) {
          throw new RefusedFileException(
              "the profiler is in this code already, calls would count twice",
              dex.name(),
              "use the file as it was before dexscope inject");
        }
      }
    }
  }

  /** By the calls, whatever the run time is called in them; or by a class whose name is needed. */
  private static boolean isProfiled(DexFile dex, ProfilerNames wanted) {
    for (int i = 0; i < dex.methodCount(); i++) {
      String type = dex.type(dex.methodClass(i));
      for (ProfilerNames each : ProfilerNames.values()) {
        if (type.equals(each.type())
            && dex.methodName(i).equals(each.enter())
            && dex.protoDescriptor(dex.methodProto(i)).startsWith(ENTRY)) {
          return true;
        }
      }
    }
    return dex.findClassIndex(wanted.type()) >= 0;
  }
}
