package dev.dexscope.inject.select;

import dev.dexscope.base.text.TypeName;
import dev.dexscope.dex.Proto;
import java.util.List;

/**
 * A method that may be selected.
 *
 * @param className as Java writes it: {@code p.Outer$Inner}
 * @param name its own name: {@code run}, {@code <init>}
 * @param proto its parameters and result
 * @param annotations of the class and the method, as Java writes class names; empty unless {@link
 *     Selection#looksAtAnnotations}
 */
public record Candidate(String className, String name, Proto proto, List<String> annotations) {
  /** As profiles name it: {@code p.C.run(I)V}. */
  public String profileName() {
    return className + "." + name + proto.descriptor();
  }

  /** As Java's programmers write it: {@code void p.C.run(int)}. */
  public String javaName() {
    return javaName('.');
  }

  /** As TAU for Android writes it: {@code void p.C:run(int)}. */
  String tauName() {
    return javaName(':');
  }

  private String javaName(char beforeName) {
    var text = new StringBuilder(TypeName.of(proto.returnType()));
    text.append(' ').append(className).append(beforeName).append(name).append('(');
    String separator = "";
    for (String each : proto.parameters()) {
      text.append(separator).append(TypeName.of(each));
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
