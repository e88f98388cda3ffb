package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Declarations.DeclaredMethod;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.PassedOn;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order in which Android lists methods and constructors; HotSpot's is that of addresses in its
 * memory. Fields are in order as they are.
 */
final class MemberOrder {
  private MemberOrder() {}

  static Method[] bySignature(Method[] methods) {
    Arrays.sort(methods, MemberOrder::compareSignatures);
    return methods;
  }

  /**
   * {@code Method.ORDER_BY_SIGNATURE} of Android's core library. Comparators made by the library's
   * methods are generated at each start, which no class cache prevents.
   */
  private static int compareSignatures(Method a, Method b) {
    int order = a.getName().compareTo(b.getName());
    if (order == 0) {
      order = compareParameters(a, b);
    }
    return order == 0 ? a.getReturnType().getName().compareTo(b.getReturnType().getName()) : order;
  }

  private static int compareParameters(Method a, Method b) {
    Class<?>[] left = a.getParameterTypes();
    Class<?>[] right = b.getParameterTypes();
    int order = Integer.compare(left.length, right.length);
    for (int i = 0; order == 0 && i < left.length; i++) {
      order = left[i].descriptorString().compareTo(right[i].descriptorString());
    }
    return order;
  }

  /**
   * Sorts the members of a class in the order of its dex code, direct methods before virtual ones.
   * Members that the dex code does not have are omitted: constructors that pass on, an initialiser
   * of the VM's.
   */
  static <E extends Executable> E[] ofCode(Class<?> type, E[] members) {
    ClassLoader loader = type.getClassLoader();
    GuestCode code = loader == null ? null : Linkage.code(loader);
    if (code == null || members.length == 0) {
      return members;
    }
    List<DeclaredMethod> declared = code.declarations().methods(type.getName());
    Map<String, E> bySignature = HashMap.newHashMap(members.length);
    int count = 0;
    for (E each : members) {
      if (!declared.isEmpty()) {
        bySignature.put(signature(each), each);
      } else if (!PassedOn.is(each.getParameterTypes())) {
        // Those of a proxy, or added to a class without any.
        members[count++] = each;
      }
    }
    for (DeclaredMethod each : declared) {
      E found = bySignature.remove(each.name() + each.descriptor());
      if (found != null) {
        members[count++] = found;
      }
    }
    return count == members.length ? members : Arrays.copyOf(members, count);
  }

  private static String signature(Executable member) {
    StringBuilder signature = new StringBuilder();
    signature.append(member instanceof Constructor ? "<init>" : member.getName()).append('(');
    for (Class<?> each : member.getParameterTypes()) {
      signature.append(each.descriptorString());
    }
    Class<?> result = member instanceof Method method ? method.getReturnType() : void.class;
    return signature.append(')').append(result.descriptorString()).toString();
  }
}
