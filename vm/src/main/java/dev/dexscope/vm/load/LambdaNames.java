package dev.dexscope.vm.load;

import dev.dexscope.dex.AccessFlags;
import java.lang.classfile.MethodModel;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which methods of lambda expressions in a class file are which of the running class. Compilers
 * number them in ways of their own; in the same method, and of one descriptor, they stand in the
 * source's order.
 */
final class LambdaNames {
  private static final String PREFIX = "lambda$";

  /** By names and descriptors of the class file's. */
  private final Map<String, MethodModel> running;

  private LambdaNames(Map<String, MethodModel> running) {
    this.running = running;
  }

  /** Pairs them by their order where there are as many as before, else those of the same name. */
  static LambdaNames of(List<MethodModel> given, List<MethodModel> running) {
    Map<String, List<MethodModel>> before = lambdas(running);
    Map<String, MethodModel> pairs = new HashMap<>();
    lambdas(given)
        .forEach((kind, now) -> {
          List<MethodModel> known = before.getOrDefault(kind, List.of());
          for (int i = 0; i < now.size(); i++) {
            MethodModel each = now.get(i);
            MethodModel pair = known.size() == now.size() ? known.get(i) : named(known, each);
            if (pair != null) {
              pairs.put(GivenMethods.key(each), pair);
            }
          }
        });
    return new LambdaNames(pairs);
  }

  private static @Nullable MethodModel named(List<MethodModel> known, MethodModel method) {
    return known.stream()
        .filter(each -> GivenMethods.key(each).equals(GivenMethods.key(method)))
        .findFirst()
        .orElse(null);
  }

  static boolean isLambda(MethodModel method) {
    return (method.flags().flagsMask() & AccessFlags.SYNTHETIC) != 0
        && method.methodName().stringValue().startsWith(PREFIX);
  }

  private static Map<String, List<MethodModel>> lambdas(List<MethodModel> methods) {
    return methods.stream()
        .filter(LambdaNames::isLambda)
        .sorted(Comparator.comparingInt(LambdaNames::number))
        .collect(Collectors.groupingBy(LambdaNames::kind));
  }

  /** The method that it stands in, and its descriptor. */
  private static String kind(MethodModel method) {
    String name = method.methodName().stringValue();
    return name.substring(0, name.lastIndexOf('$'))
        + method.methodType().stringValue()
        + (method.flags().flagsMask() & AccessFlags.STATIC);
  }

  private static int number(MethodModel method) {
    String name = method.methodName().stringValue();
    String number = name.substring(name.lastIndexOf('$') + 1);
    return number.chars().allMatch(Character::isDigit) && !number.isEmpty() && number.length() < 9
        ? Integer.parseInt(number)
        : -1;
  }

  /** The running class's method for one of the class file's; null where it is none of these. */
  @Nullable MethodModel running(String name, String descriptor) {
    return running.get(name + descriptor);
  }
}
