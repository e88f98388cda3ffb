package dev.dexscope.inject;

import dev.dexscope.base.text.TypeName;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.Annotations;
import dev.dexscope.dex.ClassData;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.inject.code.ProfilerNames;
import dev.dexscope.inject.select.Candidate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a dex file that get the profiler's calls. They are numbered from 0; their ids in
 * the profiler follow those of the files before this one.
 */
final class Plan {
  private final DexFile dex;
  private final Settings settings;
  private final MethodBody body = new MethodBody();
  private final List<PlannedMethod> methods = new ArrayList<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private final List<Left> left = new ArrayList<>();
  private final List<EncodedMethod> outside = new ArrayList<>();
  private final List<EncodedMethod> delegates = new ArrayList<>();
  private int seen;

  /**
   * A method that gets them.
   *
   * @param position among its class's methods, the direct ones first
   */
  record PlannedMethod(int classIndex, int position, EncodedMethod method, String sourceFile) {
    MethodName name() {
      return nameOf(method, sourceFile);
    }

    /** As the verifier names it. */
    String prettyName() {
      DexFile dex = method.dex();
      int index = method.index();
      return new Candidate(
              TypeName.of(dex.type(dex.methodClass(index))),
              dex.methodName(index),
              dex.proto(dex.methodProto(index)),
              List.of())
          .javaName();
    }
  }

  /** A method that does not. */
  record Skipped(EncodedMethod method, Skip reason) {
    MethodName name() {
      return nameOf(method, "");
    }
  }

  private Plan(DexFile dex, Settings settings) {
    this.dex = dex;
    this.settings = settings;
  }

  static Plan of(DexFile dex, Settings settings) {
    var plan = new Plan(dex, settings);
    for (int i = 0; i < dex.classCount(); i++) {
      plan.addClass(i);
    }
    return plan;
  }

  DexFile dex() {
    return dex;
  }

  /** In the file's order. */
  List<PlannedMethod> methods() {
    return methods;
  }

  int seen() {
    return seen;
  }

  List<Skipped> skipped() {
    return skipped;
  }

  List<Left> left() {
    return left;
  }

  /** Those that are left out and may do anything. */
  List<EncodedMethod> outside() {
    return outside;
  }

  /** Trivial ones that make a call. */
  List<EncodedMethod> delegates() {
    return delegates;
  }

  private void addClass(int index) {
    ClassDef definition = dex.classDef(index);
    String type = definition.type();
    // Of two definitions the first counts, for devices too.
    if (dex.findClassIndex(type) != index) {
      return;
    }
    int before = methods.size();
    int skippedBefore = skipped.size();
    try {
      ClassData data = definition.data();
      List<EncodedMethod> all = new ArrayList<>(data.directMethods());
      all.addAll(data.virtualMethods());
      Annotations annotations =
          settings.selection().looksAtAnnotations() ? definition.annotations() : null;
      String file = definition.sourceFile();
      for (int i = 0; i < all.size(); i++) {
        EncodedMethod method = all.get(i);
        Skip skip =
            ProfilerNames.isProfiler(type)
                ? Skip.PROFILER
                : isOfCompiler(definition, method)
                    ? Skip.SYNTHETIC
                    : skip(type, method, annotations);
        if (skip == null) {
          methods.add(new PlannedMethod(index, i, method, file == null ? "" : file));
        } else {
          skipped.add(new Skipped(method, skip));
          if (skip == Skip.FILTERED || skip == Skip.FINALIZER) {
            outside.add(method);
          }
        }
      }
      seen += all.size();
    } catch (DexFormatException e) {
      methods.subList(before, methods.size()).clear();
      skipped.subList(skippedBefore, skipped.size()).clear();
      left.add(new Left(TypeName.of(type), e.toString()));
    }
  }

  /**
   * Returns whether nobody has written a method, where that matters; the bodies of lambdas are
   * written.
   */
  private boolean isOfCompiler(ClassDef definition, EncodedMethod method) {
    if (!settings.mode().isCoverage() || !method.hasCode()) {
      return false;
    }
    String name = dex.methodName(method.index());
    int flags = definition.accessFlags() | method.accessFlags();
    return ((flags & AccessFlags.SYNTHETIC) != 0 && !name.startsWith("lambda$"))
        || ((definition.accessFlags() & AccessFlags.ENUM) != 0
            && (method.accessFlags() & AccessFlags.STATIC) != 0
            && (name.equals("values") || name.equals("valueOf")));
  }

  private @Nullable Skip skip(
      String type, EncodedMethod method, @Nullable Annotations annotations) {
    if (!method.hasCode()) {
      return (method.accessFlags() & AccessFlags.NATIVE) != 0 ? Skip.NATIVE : Skip.ABSTRACT;
    }
    boolean isCovering = settings.mode().isCoverage();
    if (!settings.selection().isEverything() && !isSelected(type, method, annotations)) {
      return Skip.FILTERED;
    }
    if (!settings.finalizers() && !isCovering && isFinalizer(method)) {
      return Skip.FINALIZER;
    }
    if (settings.trivial() || isCovering) {
      return null;
    }
    if (new CodeItem(dex, method.codeOffset()).units() > Trivial.MOST_UNITS) {
      return null;
    }
    dex.readBody(method.codeOffset(), body);
    boolean works = Trivial.works(body, dex);
    if (works && !Trivial.isShort(body)) {
      return null;
    }
    if (works) {
      delegates.add(method);
    }
    return Skip.TRIVIAL;
  }

  private boolean isSelected(String type, EncodedMethod method, @Nullable Annotations annotations) {
    List<String> names = new ArrayList<>();
    if (annotations != null) {
      for (Annotation each : annotations.ofClass()) {
        names.add(TypeName.of(each.type()));
      }
      for (Annotation each : annotations.ofMethod(method.index())) {
        names.add(TypeName.of(each.type()));
      }
    }
    return settings
        .selection()
        .contains(
            new Candidate(
                TypeName.of(type),
                dex.methodName(method.index()),
                dex.proto(dex.methodProto(method.index())),
                names));
  }

  private static MethodName nameOf(EncodedMethod method, String sourceFile) {
    DexFile dex = method.dex();
    int index = method.index();
    return new MethodName(
        TypeName.of(dex.type(dex.methodClass(index))),
        dex.methodName(index),
        dex.protoDescriptor(dex.methodProto(index)),
        sourceFile);
  }

  private boolean isFinalizer(EncodedMethod method) {
    return dex.methodName(method.index()).equals("finalize")
        && dex.protoDescriptor(dex.methodProto(method.index())).equals("()V");
  }
}
