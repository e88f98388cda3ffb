package dev.dexscope.dex.verify;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;

import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.verify.link.DexSource;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.Linker;
import dev.dexscope.dex.verify.link.LoadError;
import dev.dexscope.dex.verify.link.Pretty;
import dev.dexscope.dex.verify.rules.ClassStructure;
import dev.dexscope.dex.verify.rules.Effort;
import dev.dexscope.dex.verify.rules.Findings;
import dev.dexscope.dex.verify.rules.MethodVerifier;
import dev.dexscope.dex.verify.types.Recording;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Failure;
import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Verifies classes of one dex file on one worker: the structure of the file, loading, the class
 * itself, then each method.
 */
final class ClassVerifier {
  private final DexFile dex;
  private final Linker linker;
  private final Findings findings;
  private final Effort effort = new Effort();
  private final MethodVerifier methods;

  ClassVerifier(DexFile dex, Linker linker) {
    this.dex = dex;
    this.linker = linker;
    this.findings = new Findings(linker.isGuessed());
    this.methods =
        new MethodVerifier(
            dex,
            linker,
            findings,
            effort,
            (code, at) -> new RuntimeLinking(linker, code).of(dex, at) == null);
  }

  /** Verifies a class at the cost of a budget that workers share. */
  ClassVerdict verify(int classIndex, AtomicLong budget) {
    return verify(classIndex, budget, null, _ -> true);
  }

  /**
   * Verifies a class at the cost of a budget that workers share.
   *
   * @param types receives each method's register types
   */
  ClassVerdict verify(
      int classIndex, AtomicLong budget, BiConsumer<EncodedMethod, RegisterTypes> types) {
    return verify(classIndex, budget, types, _ -> true);
  }

  /**
   * Verifies a class and some of its methods.
   *
   * @param wanted the wanted methods, by their names in messages
   */
  ClassVerdict verify(int classIndex, AtomicLong budget, Predicate<String> wanted) {
    return verify(
        classIndex, budget, null, method -> wanted.test(Pretty.method(dex, method.index())));
  }

  private ClassVerdict verify(
      int classIndex,
      AtomicLong budget,
      @Nullable BiConsumer<EncodedMethod, RegisterTypes> types,
      Predicate<EncodedMethod> wanted) {
    effort.drawFrom(budget);
    Klass klass = load(classIndex);
    if (klass != null && isRight(klass)) {
      ClassData data = dex.classDef(classIndex).data();
      verify(klass, data.directMethods(), types, wanted);
      verify(klass, data.virtualMethods(), types, wanted);
    }
    return verdict(classIndex, findings.take());
  }

  /** Verifies the first method that is wanted; returns false if there is none. */
  boolean verify(
      int classIndex,
      Predicate<EncodedMethod> wanted,
      @Nullable Recording recorder,
      List<Failure> failures) {
    effort.drawFrom(Effort.forFile(dex.segment().byteSize()));
    ClassData data = dex.classDef(classIndex).data();
    Klass klass = load(classIndex);
    boolean found = false;
    for (EncodedMethod method : data.methods()) {
      if (!found && wanted.test(method)) {
        found = true;
        if (klass != null) {
          methods.verify(klass, method, recorder);
        }
      }
    }
    failures.addAll(findings.take());
    return found;
  }

  /** The class, or null after a failure; also null where another definition comes first. */
  private @Nullable Klass load(int classIndex) {
    findings.startMethod(() -> "");
    String broken = ClassStructure.check(dex, classIndex);
    if (broken != null) {
      findings.note(Problem.LOAD, -1, "the runtime refuses the file: " + broken);
      return null;
    }
    Object loaded = linker.load(dex.classDef(classIndex).type());
    if (loaded instanceof LoadError error) {
      Problem problem = error.isVerifyError() ? Problem.BAD_CLASS_HARD : Problem.LOAD;
      findings.note(problem, -1, error.toString());
      return null;
    }
    return loaded instanceof Klass klass && isDefinedBy(klass, classIndex) ? klass : null;
  }

  private boolean isDefinedBy(Klass klass, int classIndex) {
    return klass.definition() instanceof DexSource.DexClass(DexFile file, int index)
        && file == dex
        && index == classIndex;
  }

  private boolean isRight(Klass klass) {
    if ((klass.flags & (ACC_ABSTRACT | ACC_FINAL)) == (ACC_ABSTRACT | ACC_FINAL)) {
      findings.note(Problem.BAD_CLASS_HARD, -1, "class " + klass + " is abstract and final");
      return false;
    }
    return true;
  }

  private void verify(
      Klass klass,
      List<EncodedMethod> list,
      @Nullable BiConsumer<EncodedMethod, RegisterTypes> types,
      Predicate<EncodedMethod> wanted) {
    int previous = -1;
    for (EncodedMethod method : list) {
      // Of two definitions of one method the first counts.
      if (method.index() != previous && wanted.test(method)) {
        var recorder = types == null ? null : new Recording();
        methods.verify(klass, method, recorder);
        if (recorder != null && types != null) {
          types.accept(method, RegisterTypes.of(recorder));
        }
      }
      previous = method.index();
    }
  }

  private ClassVerdict verdict(int classIndex, List<Failure> failures) {
    Verdict worst = Verdict.OK;
    for (Failure failure : failures) {
      Verdict each = findings.verdict(failure.problem());
      worst = each.compareTo(worst) > 0 ? each : worst;
    }
    return new ClassVerdict(dex.name(), dex.classDef(classIndex).type(), worst, failures);
  }
}
