package dev.dexscope.web.traces;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.smali.SmaliLine;
import dev.dexscope.trace.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The dex code of a method as smali text.
 *
 * @param path the dex file, and the class in it
 */
record CodeListing(String path, List<SmaliLine> lines) {
  /** Longer methods are tables of data, of which nobody reads all. */
  private static final int MOST_LINES = 50_000;

  CodeListing {
    lines = List.copyOf(lines);
  }

  /** The code of a method of a class; where the trace has no signatures, of all with its name. */
  static Optional<CodeListing> of(DexFile dex, ClassDef owner, Method method) {
    List<SmaliLine> lines = new ArrayList<>();
    for (EncodedMethod each : owner.data().methods()) {
      if (isSame(each, method)) {
        if (!lines.isEmpty()) {
          lines.add(new SmaliLine(-1, -1, ""));
        }
        lines.addAll(SmaliLine.of(each, MOST_LINES));
      }
    }
    String name = dex.name().substring(dex.name().lastIndexOf('/') + 1);
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(new CodeListing(name + ", " + owner.type(), lines));
  }

  private static boolean isSame(EncodedMethod code, Method method) {
    return code.ref().name().equals(method.plainName())
        && (method.signature().isEmpty()
            || method.signature().equals(code.ref().proto().descriptor()));
  }
}
