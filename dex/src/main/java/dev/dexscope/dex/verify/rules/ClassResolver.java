package dev.dexscope.dex.verify.rules;

import static dev.dexscope.dex.verify.types.RegType.CONFLICT;
import static dev.dexscope.dex.verify.verdict.Problem.ACCESS_CLASS;
import static dev.dexscope.dex.verify.verdict.Problem.BAD_CLASS_SOFT;
import static dev.dexscope.dex.verify.verdict.Problem.NO_CLASS;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.LinkedField;
import dev.dexscope.dex.verify.link.LinkedMethod;
import dev.dexscope.dex.verify.link.Pretty;
import dev.dexscope.dex.verify.types.RegType;
import dev.dexscope.dex.verify.types.RegTypes;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the indices of one dex file's code, cached by one worker: types, methods, fields and
 * prototypes.
 */
final class ClassResolver {
  /** Whether a class must be accessible to the class that names it. */
  enum Access {
    UNCHECKED,
    /** Unless it is missing. */
    CHECKED_IF_RESOLVED,
    CHECKED
  }

  private static final int UNKNOWN = -1;
  private static final Object MISSING = new Object();
  private static final int[] NO_PARAMETERS = {};

  private final DexFile dex;
  private final Frame frame;
  private final RegTypes types;
  private final int[] typeCache;
  private final @Nullable Object[] methodCache;
  private final @Nullable Object[] fieldCache;
  private final int[] @Nullable [] parameterCache;
  private @Nullable Klass referrer;
  private int referrerType;

  ClassResolver(DexFile dex, Frame frame) {
    this.dex = dex;
    this.frame = frame;
    this.types = frame.types;
    this.typeCache = new int[dex.typeCount()];
    this.methodCache = new Object[dex.methodCount()];
    this.fieldCache = new Object[dex.fieldCount()];
    this.parameterCache = new int[dex.protoCount()][];
    Arrays.fill(typeCache, UNKNOWN);
  }

  DexFile dex() {
    return dex;
  }

  /** The class whose code names the others. */
  void setReferrer(Klass klass) {
    referrer = klass;
    referrerType = types.ofClass(klass);
  }

  Klass referrer() {
    return Objects.requireNonNull(referrer);
  }

  int referrerType() {
    return referrerType;
  }

  String descriptor(int typeIndex) {
    return dex.type(typeIndex);
  }

  /** The type as such: no check, no failure. */
  int type(int typeIndex) {
    int type = typeCache[typeIndex];
    if (type == UNKNOWN) {
      type = types.ofDescriptor(dex.type(typeIndex));
      typeCache[typeIndex] = type;
    }
    return type;
  }

  /** The type that an instruction names, or a conflict when the descriptor is broken. */
  int resolve(int typeIndex, Access access) {
    int type = type(typeIndex);
    if (type == CONFLICT) {
      frame.fail(
          BAD_CLASS_SOFT,
          "accessing broken descriptor '" + dex.type(typeIndex) + "' in " + referrer);
      return type;
    }
    checkInstantiable(type);
    if (access == Access.UNCHECKED || !RegType.isNonZeroReference(type)) {
      return type;
    }
    if (access == Access.CHECKED || !types.isUnresolved(type)) {
      checkAccess(type);
    }
    return type;
  }

  private void checkAccess(int type) {
    Klass klass = types.klass(type);
    if (klass == null && types.isGuessed()) {
      return;
    }
    if (type != referrerType && (klass == null || !referrer().canAccess(klass))) {
      frame.fail(
          ACCESS_CLASS,
          "(possibly) illegal class access: '"
              + types.name(referrerType)
              + "' -> '"
              + types.name(type)
              + "'");
    }
  }

  /** A final class that is abstract has no instances: no register can hold exactly that. */
  void checkInstantiable(int type) {
    Klass klass = types.klass(type);
    if (klass != null && klass.isExact() && !klass.isInstantiable()) {
      frame.fail(
          NO_CLASS,
          "could not create precise reference for non-instantiable class " + klass.descriptor);
    }
  }

  /** The types of a prototype's parameters. */
  int[] parameters(int protoIndex) {
    int[] parameters = parameterCache[protoIndex];
    if (parameters == null) {
      int[] indices = dex.parameters(protoIndex);
      parameters = indices.length == 0 ? NO_PARAMETERS : new int[indices.length];
      for (int i = 0; i < indices.length; i++) {
        parameters[i] = type(indices[i]);
      }
      parameterCache[protoIndex] = parameters;
    }
    return parameters;
  }

  int returnType(int protoIndex) {
    return type(dex.returnType(protoIndex));
  }

  /** The method that the reference to the class names, or null. */
  @Nullable LinkedMethod method(Klass klass, int methodIndex) {
    Object known = methodCache[methodIndex];
    if (known == null) {
      LinkedMethod found = klass.findMethod(Pretty.key(dex, methodIndex));
      known = found == null ? MISSING : found;
      methodCache[methodIndex] = known;
    }
    return known instanceof LinkedMethod method ? method : null;
  }

  @Nullable LinkedField field(Klass klass, int fieldIndex) {
    Object known = fieldCache[fieldIndex];
    if (known == null) {
      LinkedField found =
          klass.findField(dex.fieldName(fieldIndex), dex.type(dex.fieldType(fieldIndex)));
      known = found == null ? MISSING : found;
      fieldCache[fieldIndex] = known;
    }
    return known instanceof LinkedField field ? field : null;
  }
}
