package dev.dexscope.trace.read.sampled;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.read.common.MethodIds;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Numbers the methods of a profile that identifies them by name. */
public final class Frames {
  /** The extensions of files with code of dex files. */
  private static final Set<String> DEX_CODE = Set.of("dex", "vdex", "odex", "oat", "jar", "apk");

  private final MethodIds methods;
  private final Map<String, Integer> numbers = new HashMap<>();

  public Frames(MethodIds methods) {
    this.methods = methods;
  }

  /** The number of the method of this name: {@code app.Text.find(Ljava/lang/String;)I}. */
  public int of(String name) {
    return of(name, "", -1);
  }

  /** The same with its source. */
  public int of(String name, String file, int line) {
    Integer known = numbers.get(name);
    return known != null ? known : add(name, parsed(name, file, line));
  }

  /** The number of a method whose name comes in parts. */
  public int of(String className, String name, String signature) {
    var method = new Method(nextId(), className, name, signature, "", -1);
    Integer known = numbers.get(method.fullName());
    return known != null ? known : add(method.fullName(), method);
  }

  /**
   * The number of a function in a file that was mapped. Compiled dex code has Java's names, all
   * other code is of its library, which takes the place of a class.
   */
  public int inLibrary(String file, String function) {
    return isDexCode(file) ? ofDexCode(function) : of(file, function, "");
  }

  /**
   * The number of a method of dex code, whose result may precede its name, and which may be marked
   * at its end: {@code java.lang.Object.wait [DEDUPED]}.
   */
  public int ofDexCode(String function) {
    int mark = function.indexOf(" [");
    int open = function.indexOf('(');
    int end = open < 0 ? (mark < 0 ? function.length() : mark - 1) : open;
    return of(function.substring(function.lastIndexOf(' ', end) + 1));
  }

  private static boolean isDexCode(String file) {
    int dot = file.lastIndexOf('.');
    String suffix = dot < 0 ? "" : file.substring(dot + 1);
    return DEX_CODE.contains(suffix) || file.contains("jit");
  }

  /**
   * The number of a method of the source that a mapping has found.
   *
   * @param within the number of the method that contains it in the program
   */
  public int restored(Method source, int within) {
    // No name of a profile begins so: the same name may be another method's there.
    String name = '\0' + source.fullName();
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    var method =
        new Method(
            nextId(),
            source.className(),
            source.name(),
            source.signature(),
            source.file(),
            source.line());
    int number = methods.restore(method, methods.get(within));
    numbers.put(name, number);
    return number;
  }

  private int add(String name, Method method) {
    methods.list(method);
    int number = methods.indexOf(method.id());
    numbers.put(name, number);
    return number;
  }

  private long nextId() {
    return 4L * (numbers.size() + 1);
  }

  /** Parameters stay with the name where they are not a signature of descriptors. */
  private Method parsed(String text, String file, int line) {
    int open = text.indexOf('(');
    int end = open < 0 ? text.length() : open;
    int dot = text.lastIndexOf('.', end);
    int from = dot > 0 && dot < end - 1 ? dot + 1 : 0;
    int to = open >= 0 && isSignature(text, open) ? open : text.length();
    return new Method(
        nextId(),
        text.substring(0, Math.max(0, from - 1)),
        text.substring(from, to),
        text.substring(to),
        file,
        line);
  }

  private static boolean isSignature(String text, int open) {
    int close = text.lastIndexOf(')');
    if (close < open || close == text.length() - 1) {
      return false;
    }
    String result = text.substring(close + 1);
    boolean isType =
        result.length() == 1
            ? "VZBCSIJFD".contains(result)
            : result.charAt(0) == '[' || (result.charAt(0) == 'L' && result.endsWith(";"));
    return isType && (close == open + 1 || !ReadableName.of(text).equals(text));
  }
}
