package dev.dexscope.suites;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.MethodRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Lists the methods of Android that packages call, with the number of packages that call each, the
 * most frequent first; overloads are one. The first argument is the jar of Android's classes, by
 * which a method belongs to the class that has it, whatever class a call names. After {@code
 * --tests} come packages with tests: what none of them calls is marked by a dash.
 *
 * <pre>{@code
 * suites/run SystemCalls ~/.cache/dexscope/apps/android-all-...jar a.apk b.apk --tests tests.apk
 * }</pre>
 */
public final class SystemCalls {
  private static final String TESTS = "--tests";

  /** A class of Android: the names of its methods, and the class above it. */
  private record Platform(@Nullable String above, Set<String> methods) {}

  private final ZipFile framework;
  private final Map<String, Platform> platform = new HashMap<>();

  private SystemCalls(ZipFile framework) {
    this.framework = framework;
  }

  public static void main(String[] args) throws IOException {
    List<String> files = Arrays.asList(args).subList(1, args.length);
    int end = files.contains(TESTS) ? files.indexOf(TESTS) : files.size();
    try (var framework = new ZipFile(args[0])) {
      var calls = new SystemCalls(framework);
      Map<String, Integer> counts = new TreeMap<>();
      for (String each : files.subList(0, end)) {
        calls.of(Path.of(each)).forEach(call -> counts.merge(call, 1, Integer::sum));
      }
      Set<String> tested = new HashSet<>();
      for (String each : files.subList(Math.min(end + 1, files.size()), files.size())) {
        tested.addAll(calls.of(Path.of(each)));
      }
      List<Map.Entry<String, Integer>> sorted = new ArrayList<>(counts.entrySet());
      sorted.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
      for (Map.Entry<String, Integer> each : sorted) {
        String mark = tested.contains(each.getKey()) ? "tested" : "-";
        System.out.println(each.getValue() + "\t" + mark + "\t" + each.getKey());
      }
    }
  }

  /** Returns the methods of Android that a package calls. */
  private Set<String> of(Path file) throws IOException {
    List<DexFile> files = DexFile.open(file);
    Map<String, ClassDef> own = new HashMap<>();
    for (DexFile each : files) {
      each.classes().forEach(type -> own.putIfAbsent(type.type(), type));
    }
    Set<String> found = new HashSet<>();
    for (DexFile each : files) {
      for (int i = 0; i < each.methodCount(); i++) {
        MethodRef call = each.method(i);
        String outside = outside(call, own);
        String owner = outside == null ? null : owner(outside, call.name());
        if (owner != null) {
          found.add(JavaName.of(owner) + "." + call.name());
        }
      }
    }
    return found;
  }

  /** Returns the first class above a package's own; null if one of these has the method. */
  private static @Nullable String outside(MethodRef call, Map<String, ClassDef> own) {
    String type = call.definingClass();
    // Files of others may have a class above itself.
    for (int i = 0; i <= own.size() && type != null; i++) {
      ClassDef defined = own.get(type);
      if (defined == null) {
        return type;
      }
      if (defined.data().methods().stream()
          .map(EncodedMethod::ref)
          .anyMatch(each -> isSame(each, call))) {
        return null;
      }
      type = defined.superclass();
    }
    return null;
  }

  private static boolean isSame(MethodRef own, MethodRef call) {
    return own.name().equals(call.name()) && own.proto().equals(call.proto());
  }

  /** Returns the class of Android that has a method; null if none has. */
  private @Nullable String owner(String type, String method) {
    String each = type;
    while (each != null && each.startsWith("Landroid/")) {
      Platform known = platform.computeIfAbsent(each, this::read);
      if (known.methods.contains(method)) {
        return each;
      }
      each = known.above;
    }
    return null;
  }

  private Platform read(String type) {
    ZipEntry entry = framework.getEntry(type.substring(1, type.length() - 1) + ".class");
    if (entry == null) {
      return new Platform(null, Set.of());
    }
    try (InputStream in = framework.getInputStream(entry)) {
      ClassModel parsed = ClassFile.of().parse(in.readAllBytes());
      return new Platform(
          parsed.superclass().map(above -> above.asSymbol().descriptorString()).orElse(null),
          parsed.methods().stream()
              .map(each -> each.methodName().stringValue())
              .collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
