package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.vm.debug.NewCode;
import dev.dexscope.vm.debug.RefusedCodeException;
import dev.dexscope.vm.debug.RefusedCodeException.Fault;
import dev.dexscope.vm.translate.ClassTranslator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The classes of one class loader that run other dex code than their files have. */
final class ReplacedCode {
  /**
   * The current code of a class.
   *
   * @param translator uses this code of the class
   */
  record Replacement(ClassDef classDef, ClassTranslator translator) {}

  private final AtomicInteger revisions = new AtomicInteger();

  /** By descriptor. */
  private final Map<String, Replacement> definitions = new ConcurrentHashMap<>();

  private final Map<String, Replacement> transformations = new ConcurrentHashMap<>();

  /** Null where a class runs the code of its file. */
  @Nullable Replacement find(String descriptor) {
    Replacement transformed = transformations.get(descriptor);
    return transformed == null ? definitions.get(descriptor) : transformed;
  }

  private Map<String, Replacement> of(NewCode.Kind kind) {
    return kind == NewCode.Kind.DEFINITION ? definitions : transformations;
  }

  /** Reads the code that is to take the place of a class's, and verifies it among the others. */
  Replacement read(
      String descriptor,
      byte[] file,
      ClassPath classPath,
      List<DexFile> others,
      Function<Verifier, ClassTranslator> translators)
      throws RefusedCodeException {
    try {
      List<DexFile> read = DexFile.parse("new code of " + descriptor, file);
      DexFile dex = read.getFirst();
      if (read.size() != 1 || dex.classCount() != 1) {
        throw new RefusedCodeException(Fault.NOT_ONE_CLASS, "not one class, and no other");
      }
      dex.checkForLoading();
      ClassDef classDef = dex.classDef(0);
      if (!classDef.type().equals(descriptor)) {
        throw new RefusedCodeException(Fault.NAME, classDef.type() + " instead of " + descriptor);
      }
      List<DexFile> files = new ArrayList<>(List.of(dex));
      files.addAll(others);
      var verifier = Verifier.of(classPath, files);
      check(verifier.verifyClass(descriptor, (_, _) -> {}));
      return new Replacement(
          classDef, translators.apply(verifier).ofRevision(revisions.incrementAndGet()));
    } catch (DexFormatException e) {
      throw new RefusedCodeException(Fault.FORMAT, String.valueOf(e.getMessage()));
    }
  }

  private static void check(ClassVerdict verdict) throws RefusedCodeException {
    boolean isRefused =
        verdict.verdict() == Verdict.HARD || verdict.verdict() == Verdict.LOAD_FAILED;
    if (isRefused) {
      throw new RefusedCodeException(Fault.VERIFICATION, verdict.failures().getFirst().toString());
    }
  }

  /** Sets the replacement of a class, or null for its original code; returns the previous one. */
  @Nullable Replacement set(
      String descriptor, NewCode.Kind kind, @Nullable Replacement replacement) {
    Map<String, Replacement> all = of(kind);
    return replacement == null ? all.remove(descriptor) : all.put(descriptor, replacement);
  }
}
