package dev.dexscope.dex.verify;

import dev.dexscope.dex.FieldRef;
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

  @Nullable LinkFailure ofClass(String descriptor) {
    Klass klass = linker.find(descriptor);
    if (klass == null) {
      return LinkFailure.noClass(descriptor);
    }
    return self.canAccess(klass)
        ? null
        : inaccessible(klass, "Illegal class access: '%s' attempting to access '%s'");
  }

  @Nullable LinkFailure ofField(FieldRef named, boolean isStatic, boolean isPut) {
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
          "No field %s of type %s in class %s or its superclasses"
              .formatted(named.name(), named.type(), named.definingClass()));
    }
    String name = JavaName.of(field.declaring().descriptor) + "." + named.name();
    if (field.isStatic() != isStatic) {
      return change(
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
      return access("Field '%s' is inaccessible to class '%s'".formatted(name, shown(self)));
    }
    return isPut && field.isFinal() && field.declaring() != self
        ? access("Final field '%s' cannot be written to by class '%s'".formatted(name, shown(self)))
        : null;
  }

  @Nullable LinkFailure ofCall(Opcode opcode, MethodRef named, boolean hasDefaultMethods) {
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
      return other == null ? noMethod(call, klass, key) : unexpected(call, other);
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
      return access("Method '%s' is inaccessible to class '%s'".formatted(method, shown(self)));
    }
    if (!fits(call, method, klass)) {
      return unexpected(call, method);
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
        "No %s method %s in class %s or its super classes"
            .formatted(call.shown(), key, klass.descriptor));
  }

  private static LinkFailure unexpected(Call call, LinkedMethod method) {
    Call found =
        method.isStatic()
            ? Call.STATIC
            : method.declaring().isInterface()
                ? Call.INTERFACE
                : method.isDirect() ? Call.DIRECT : Call.VIRTUAL;
    return change(
        "The method '%s' was expected to be of type %s but instead was found to be of type %s"
            .formatted(method, call.shown(), found.shown()));
  }

  private LinkFailure inaccessible(Klass klass, String format) {
    return access(format.formatted(shown(self), shown(klass)));
  }

  private static LinkFailure access(String message) {
    return new LinkFailure(LinkFailure.Kind.ACCESS, message);
  }

  private static LinkFailure change(String message) {
    return new LinkFailure(LinkFailure.Kind.CHANGE, message);
  }

  private static String shown(Klass klass) {
    return JavaName.of(klass.descriptor);
  }
}
