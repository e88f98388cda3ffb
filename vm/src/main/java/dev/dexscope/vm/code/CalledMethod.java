package dev.dexscope.vm.code;

import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.verify.Hierarchy;
import org.jspecify.annotations.Nullable;

/**
 * The method that JVM code has to name where an instruction calls one on an object: mostly the
 * same, but ART finds some that the JVM does not.
 *
 * <pre>{@code
 * CalledMethod called = CalledMethod.of(method, false, "Lp/Receiver;", hierarchy);
 * }</pre>
 *
 * @param byInterface whether the class that it names is an interface
 */
public record CalledMethod(MethodRef method, boolean byInterface) {
  /**
   * Returns the method that invoke-virtual or invoke-interface calls.
   *
   * @param method the one that the instruction names
   * @param byInterface whether it is invoke-interface
   * @param receiver a certain type of the object; null if unknown
   */
  public static CalledMethod of(
      MethodRef method, boolean byInterface, @Nullable String receiver, Hierarchy hierarchy) {
    if (byInterface) {
      return new CalledMethod(method, true);
    }
    String past = hierarchy.interfacePastUninherited(method);
    return past == null
        ? new CalledMethod(asReceiverHas(method, receiver, hierarchy), false)
        : new CalledMethod(new MethodRef(past, method.name(), method.proto()), true);
  }

  /**
   * Returns the constructor that is called by an instruction. R8 removes constructors that only
   * pass on, and may keep naming their class: ART then finds that of a superclass, as it finds any
   * method.
   */
  public static MethodRef constructor(MethodRef named, Hierarchy hierarchy) {
    String owner =
        hierarchy.methodOwner(named.definingClass(), named.name() + named.proto().descriptor());
    return owner == null || owner.equals(named.definingClass())
        ? named
        : new MethodRef(owner, named.name(), named.proto());
  }

  /**
   * Returns the method of the receiver's class, which ART calls even if the receiver is not an
   * instance of the named class, when both inherit the method from the platform.
   */
  private static MethodRef asReceiverHas(
      MethodRef method, @Nullable String receiver, Hierarchy hierarchy) {
    String named = method.definingClass();
    if (receiver == null || !isOfOtherClass(receiver, named, hierarchy)) {
      return method;
    }
    String owner = hierarchy.methodOwner(named, method.name() + method.proto().descriptor());
    return owner != null
            && !owner.equals(named)
            && hierarchy.isPlatform(owner)
            && hierarchy.isAssignable(receiver, owner)
        ? new MethodRef(owner, method.name(), method.proto())
        : method;
  }

  private static boolean isOfOtherClass(String receiver, String named, Hierarchy hierarchy) {
    return !receiver.equals(named)
        && !hierarchy.isAssignable(receiver, named)
        && !hierarchy.isAssignable(named, receiver)
        && hierarchy.isKnown(named)
        && hierarchy.isKnown(receiver)
        && !hierarchy.isInterface(named)
        && !hierarchy.isInterface(receiver);
  }
}
