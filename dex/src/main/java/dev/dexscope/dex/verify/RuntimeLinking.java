package dev.dexscope.dex.verify;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.LinkedField;
import dev.dexscope.dex.verify.link.LinkedMethod;
import dev.dexscope.dex.verify.link.Linker;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Links an instruction with a verifier's finding as the runtime does: it resolves again, in an
 * order of its own (FindMethodFromCode, FindFieldFromCode and ResolveVerifyAndClinit with access
 * checks; ClassLinker::ResolveMethod).
 */
final class RuntimeLinking {
  private enum Call {
    STATIC,
    DIRECT,
    VIRTUAL,
    SUPER,
    INTERFACE;

    String shown() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Linker linker;
  private final Klass self;

  RuntimeLinking(Linker linker, Klass self) {
    this.linker = linker;
    this.self = self;
  }

  /** Links an instruction; null if that succeeds, or if it names no class or member. */
  @Nullable LinkFailure of(DexFile dex, Instruction at) {
    Opcode opcode = at.opcode();
    return switch (opcode) {
      case IGET, IGET_WIDE, IGET_OBJECT, IGET_BOOLEAN, IGET_BYTE, IGET_CHAR, IGET_SHORT ->
          ofField(dex.field(at.index()), false, false);
      case IPUT, IPUT_WIDE, IPUT_OBJECT, IPUT_BOOLEAN, IPUT_BYTE, IPUT_CHAR, IPUT_SHORT ->
          ofField(dex.field(at.index()), false, true);
      case SGET, SGET_WIDE, SGET_OBJECT, SGET_BOOLEAN, SGET_BYTE, SGET_CHAR, SGET_SHORT ->
          ofField(dex.field(at.index()), true, false);
      case SPUT, SPUT_WIDE, SPUT_OBJECT, SPUT_BOOLEAN, SPUT_BYTE, SPUT_CHAR, SPUT_SHORT ->
          ofField(dex.field(at.index()), true, true);
      case INVOKE_VIRTUAL,
          INVOKE_VIRTUAL_RANGE,
          INVOKE_SUPER,
          INVOKE_SUPER_RANGE,
          INVOKE_DIRECT,
          INVOKE_DIRECT_RANGE,
          INVOKE_STATIC,
          INVOKE_STATIC_RANGE,
          INVOKE_INTERFACE,
          INVOKE_INTERFACE_RANGE ->
          ofCall(opcode, dex.method(at.index()), dex.supportsDefaultMethods());
      case CHECK_CAST,
          INSTANCE_OF,
          CONST_CLASS,
          NEW_INSTANCE,
          NEW_ARRAY,
          FILLED_NEW_ARRAY,
          FILLED_NEW_ARRAY_RANGE ->
          ofClass(dex.type(at.index()));
      default -> null;
    };
  }

  private @Nullable LinkFailure ofClass(String descriptor) {
    Klass klass = linker.find(descriptor);
    if (klass == null) {
      return LinkFailure.noClass(descriptor);
    }
    return self.canAccess(klass)
        ? null
        : inaccessible(klass, "Illegal class access: '%s' attempting to access '%s'");
  }

  private @Nullable LinkFailure ofField(FieldRef named, boolean isStatic, boolean isPut) {
    Klass klass = linker.find(named.definingClass());
    if (klass == null) {
      return LinkFailure.noClass(named.definingClass());
    }
    LinkedField field = klass.findField(named.name(), named.type());
    if (field == null && klass.isOpen()) {
      return null;
    }
    if (field == null) {
      return new LinkFailure(
          LinkFailure.Kind.NO_FIELD,
          klass.descriptor,
          "No field %s of type %s in class %s or its superclasses"
              .formatted(named.name(), named.type(), named.definingClass()));
    }
    String name = JavaName.of(field.declaring().descriptor) + "." + named.name();
    if (field.isStatic() != isStatic) {
      return change(
          klass,
          "Expected '%s %s' to be a %s field rather than a %s field"
              .formatted(
                  JavaName.of(named.type()),
                  name,
                  isStatic ? "static" : "instance",
                  isStatic ? "instance" : "static"));
    }
    if (!self.canAccess(field.declaring()) && !self.canAccess(klass)) {
      return inaccessible(klass, "Illegal class access: '%s' attempting to access '%s'");
    }
    if (!self.canAccessMember(field.declaring(), field.flags())) {
      return access(klass, "Field '%s' is inaccessible to class '%s'".formatted(name, shown(self)));
    }
    return isPut && field.isFinal() && field.declaring() != self
        ? access(
            klass,
            "Final field '%s' cannot be written to by class '%s'".formatted(name, shown(self)))
        : null;
  }

  private @Nullable LinkFailure ofCall(Opcode opcode, MethodRef named, boolean hasDefaultMethods) {
    Call call =
        switch (opcode) {
          case INVOKE_STATIC, INVOKE_STATIC_RANGE -> Call.STATIC;
          case INVOKE_DIRECT, INVOKE_DIRECT_RANGE -> Call.DIRECT;
          case INVOKE_SUPER, INVOKE_SUPER_RANGE -> Call.SUPER;
          case INVOKE_INTERFACE, INVOKE_INTERFACE_RANGE -> Call.INTERFACE;
          default -> Call.VIRTUAL;
        };
    Klass klass = linker.find(named.definingClass());
    if (klass == null) {
      return LinkFailure.noClass(named.definingClass());
    }
    boolean wantsClass = call == Call.VIRTUAL || (call == Call.DIRECT && !hasDefaultMethods);
    if (klass.isInterface() ? wantsClass : call == Call.INTERFACE) {
      return change(
          klass,
          klass.isInterface()
              ? "Found interface %s, but class was expected".formatted(shown(klass))
              : "Found class %s, but interface was expected".formatted(shown(klass)));
    }
    String key = named.name() + named.proto().descriptor();
    LinkedMethod method = klass.findMethod(key);
    if (method == null && klass.isOpen()) {
      return null;
    }
    if (method == null) {
      LinkedMethod other = klass.isInterface() ? klass.findClassMethod(key) : null;
      return other == null ? noMethod(call, klass, key) : unexpected(klass, call, other);
    }
    if (!self.canAccess(method.declaring()) && !self.canAccess(klass)) {
      return inaccessible(
          klass,
          "Illegal class access ('%s' attempting to access '%s') in attempt to invoke "
              + call.shown()
              + " method "
              + method);
    }
    if (!self.canAccessMember(method.declaring(), method.flags())) {
      return access(
          klass, "Method '%s' is inaccessible to class '%s'".formatted(method, shown(self)));
    }
    if (!fits(call, method, klass)) {
      return unexpected(klass, call, method);
    }
    return call == Call.SUPER ? ofSuperCall(klass, method, key) : null;
  }

  private static boolean fits(Call call, LinkedMethod method, Klass named) {
    boolean ofInterface = method.declaring().isInterface();
    return switch (call) {
      case STATIC -> method.isStatic();
      case DIRECT -> method.isDirect() && !method.isStatic();
      // What a class has of an interface is its own copy.
      case VIRTUAL -> !method.isDirect() && (!ofInterface || !named.isInterface());
      case SUPER -> !method.isConstructor() && !method.isStatic();
      case INTERFACE -> !method.isDirect() && (ofInterface || method.declaring().isObject());
    };
  }

  private @Nullable LinkFailure ofSuperCall(Klass named, LinkedMethod method, String key) {
    if (named.isInterface()) {
      return named.isAssignableFrom(self)
          ? null
          : change(
              named,
              "Class '%s' does not implement interface '%s' in call to '%s'"
                  .formatted(shown(self), shown(named), method));
    }
    Klass superclass = self.superclass;
    return superclass != null && named.isAssignableFrom(self) && superclass.hasSlotFor(method)
        ? null
        : noMethod(Call.SUPER, named, key);
  }

  private static LinkFailure noMethod(Call call, Klass klass, String key) {
    return new LinkFailure(
        LinkFailure.Kind.NO_METHOD,
        klass.descriptor,
        "No %s method %s in class %s or its super classes"
            .formatted(call.shown(), key, klass.descriptor));
  }

  private static LinkFailure unexpected(Klass klass, Call call, LinkedMethod method) {
    Call found =
        method.isStatic()
            ? Call.STATIC
            : method.declaring().isInterface()
                ? Call.INTERFACE
                : method.isDirect() ? Call.DIRECT : Call.VIRTUAL;
    return change(
        klass,
        "The method '%s' was expected to be of type %s but instead was found to be of type %s"
            .formatted(method, call.shown(), found.shown()));
  }

  private LinkFailure inaccessible(Klass klass, String format) {
    return access(klass, format.formatted(shown(self), shown(klass)));
  }

  private static LinkFailure access(Klass named, String message) {
    return new LinkFailure(LinkFailure.Kind.ACCESS, named.descriptor, message);
  }

  private static LinkFailure change(Klass named, String message) {
    return new LinkFailure(LinkFailure.Kind.CHANGE, named.descriptor, message);
  }

  private static String shown(Klass klass) {
    return JavaName.of(klass.descriptor);
  }
}
