package dev.dexscope.vm.interpret;

import dev.dexscope.dex.MethodRef;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import org.jspecify.annotations.Nullable;

/** A call whose target does not depend on the receiver: static, private, or the superclass's. */
final class FixedCall extends Call {
  /** The way of finding the target. */
  enum Kind {
    STATIC(""),
    DIRECT("direct"),
    SUPER("super");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  private final Kind kind;
  private final MethodRef method;
  private @Nullable GuestClass declaring;
  private @Nullable InterpretedMethod target;

  FixedCall(Linker linker, int[] registers, String shorty, Kind kind, MethodRef method) {
    super(linker, registers, shorty);
    this.kind = kind;
    this.method = method;
  }

  @Override
  void invoke(Frame frame) throws Throwable {
    if (kind != Kind.STATIC) {
      receiver(frame, kind.word, method);
    }
    InterpretedMethod known = target;
    if ((known == null || known.isReplaced()) && isLinked()) {
      known = find(frame);
      target = known;
    }
    if (known != null) {
      enter(frame, known);
    } else {
      invokeHandle(frame);
    }
  }

  /** Returns the interpreted method, once its stub has run; used from the second call on. */
  private @Nullable InterpretedMethod find(Frame frame) {
    GuestClass guest = declaring;
    return guest == null || isInitializing(frame, guest)
        ? null
        : guest.method(method.name() + method.proto().descriptor());
  }

  /** Other threads must wait for a class that this thread still initialises. */
  private boolean isInitializing(Frame frame, GuestClass guest) {
    if (kind == Kind.STATIC) {
      for (Frame each = frame; each != null; each = each.caller) {
        if (each.method.source().name().equals("<clinit>")
            && GuestClass.of(each.method.guestClass()) == guest) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  MethodHandle link() {
    MethodHandle found =
        switch (kind) {
          case STATIC -> linker.staticMethod(method);
          case DIRECT -> linker.virtualMethod(method);
          case SUPER -> linker.superMethod(method);
        };
    MethodHandleInfo info = reveal(found);
    declaring = info == null ? null : GuestClass.of(info.getDeclaringClass());
    return found;
  }
}
