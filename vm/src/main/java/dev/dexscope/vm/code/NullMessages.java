package dev.dexscope.vm.code;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.MethodRef;
import java.util.stream.Collectors;

/** ART's words of members of objects that are not there (runtime/common_throws.cc). */
public final class NullMessages {
  private NullMessages() {}

  /**
   * A method that is called.
   *
   * @param kind of the call: {@code virtual}, {@code interface}, {@code direct} or {@code super}
   * @param method as the instruction names it
   */
  public static String ofCall(String kind, MethodRef method) {
    String parameters =
        method.proto().parameters().stream().map(JavaName::of).collect(Collectors.joining(", "));
    String text =
        JavaName.of(method.proto().returnType())
            + " "
            + JavaName.of(method.definingClass())
            + "."
            + method.name()
            + "("
            + parameters
            + ")";
    return "Attempt to invoke " + kind + " method '" + text + "' on a null object reference";
  }

  /**
   * A field that is read or written.
   *
   * @param field by the class that declares it
   */
  public static String ofField(FieldRef field, boolean read) {
    String text =
        JavaName.of(field.type()) + " " + JavaName.of(field.definingClass()) + "." + field.name();
    return "Attempt to "
        + (read ? "read from" : "write to")
        + " field '"
        + text
        + "' on a null object reference";
  }
}
