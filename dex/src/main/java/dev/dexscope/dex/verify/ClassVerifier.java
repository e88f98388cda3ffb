package dev.dexscope.dex.verify;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;

import java.util.List;

/**
 * Verifies whole classes of one dex file on one worker: loading, the class itself, its supertypes,
 * then each method.
 */
final class ClassVerifier {
  private final DexView dex;
  private final Linker linker;
  private final Findings findings = new Findings();
  private final MethodVerifier methods;

  ClassVerifier(DexView dex, Linker linker, Effort effort) {
    this.dex = dex;
    this.linker = linker;
    this.methods = new MethodVerifier(dex, linker, findings, effort);
  }

  ClassVerdict verify(int classIndex) {
    String descriptor = dex.classDescriptor(classIndex);
    findings.startMethod("");
    Object loaded = linker.load(descriptor);
    if (loaded instanceof LoadError error) {
      Problem problem = error.isVerifyError() ? Problem.BAD_CLASS_HARD : Problem.LOAD;
      findings.note(problem, -1, error.toString());
    } else if (loaded instanceof Klass klass && defines(klass, classIndex)) {
      verify(klass, classIndex);
    }
    return verdict(descriptor, findings.take());
  }

  private boolean defines(Klass klass, int classIndex) {
    return klass.definition() instanceof DexSource.DexClass(DexView file, int index)
        && file == dex
        && index == classIndex;
  }

  private void verify(Klass klass, int classIndex) {
    if ((klass.flags & (ACC_ABSTRACT | ACC_FINAL)) == (ACC_ABSTRACT | ACC_FINAL)) {
      findings.note(Problem.BAD_CLASS_HARD, -1, "class " + klass + " is abstract and final");
      return;
    }
    DexView.ClassData data = dex.classData(classIndex);
    verify(klass, data.direct());
    verify(klass, data.virtual());
  }

  private void verify(Klass klass, List<DexView.Method> list) {
    int previous = -1;
    for (DexView.Method method : list) {
      if (method.index() != previous) {
        methods.verify(klass, method);
      }
      previous = method.index();
    }
  }

  private ClassVerdict verdict(String descriptor, List<Failure> failures) {
    Verdict worst = Verdict.OK;
    for (Failure failure : failures) {
      Verdict each = failure.problem().verdict();
      worst = each.compareTo(worst) > 0 ? each : worst;
    }
    return new ClassVerdict(dex.name, descriptor, worst, failures);
  }
}
