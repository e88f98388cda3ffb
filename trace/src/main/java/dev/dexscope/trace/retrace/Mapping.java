package dev.dexscope.trace.retrace;

import dev.dexscope.base.text.TypeName;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.retrace.RenamedClass.Overload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of the source for the methods of a trace, by a mapping file of ProGuard or R8.
 * Overloads are distinguished by their parameters; where R8 has changed these, by the ones that it
 * notes. Where a trace has the line of a frame, it is restored to the frames that R8 inlined there;
 * elsewhere the method that contains them is named.
 */
public final class Mapping {
  /** No frame precedes that is code of several methods. */
  public static final int NO_OUTLINE = FrameSearch.NO_OUTLINE;

  /** The line of a frame without one. */
  private static final int NO_LINE = StackLine.NO_LINE;

  private final RenamedClasses classes;
  private final SourceFiles files;

  /**
   * A frame of the source.
   *
   * @param line -1 if it is not known
   */
  public record Place(Method method, int line) {}

  /**
   * What a frame was in the source.
   *
   * @param frames from the innermost, which may have been inlined, out; none for code that the
   *     source does not have
   * @param outline what the search for the frame's caller is to be told
   */
  public record Restored(List<Place> frames, int outline) {}

  private Mapping(RenamedClasses classes) {
    this.classes = classes;
    this.files = new SourceFiles(classes.sourceFiles());
  }

  /**
   * Reads a mapping file.
   *
   * @throws IOException if it cannot be read
   * @throws dev.dexscope.trace.MappingFormatException if it is another kind of file
   */
  public static Mapping read(Path file) throws IOException {
    return new Mapping(MappingReader.read(file));
  }

  /** The names of what has been read; more may be added to it. */
  static Mapping of(RenamedClasses classes) {
    return new Mapping(classes);
  }

  /** Returns the name that a class had; its name where the mapping does not know it. */
  public String className(String name) {
    RenamedClass type = classes.get(name);
    return type == null ? name : type.original();
  }

  /**
   * Returns the name that a field had, also in the class from which it has come.
   *
   * @param className the class that has it now
   */
  public String field(String className, String name) {
    RenamedClass type = classes.get(className);
    return type == null ? name : type.field(name);
  }

  /** The method with its names of old; the same method where the mapping does not know it. */
  public Method apply(Method method) {
    RenamedClass type = classes.get(method.className());
    String className = className(method.className());
    String parameters = String.join(",", parameters(method.signature()));
    MappedRange found = null;
    boolean isUnique = true;
    boolean isOfOneClass = true;
    for (Overload each : type == null ? List.<Overload>of() : type.overloads(method.name())) {
      MappedRange outermost = each.ranges().getLast();
      if (isMeant(outermost, method.signature(), parameters)) {
        Signature one = outermost.original();
        isUnique &= found == null || found.original().name().equals(one.name());
        isOfOneClass &= found == null || found.original().holder().equals(one.holder());
        found = found == null ? outermost : found;
      }
    }
    if (found == null || !isUnique) {
      return with(method, className, method.name(), signature(method.signature()));
    }
    Signature original = found.original();
    boolean isChanged = !found.notes().residual().isEmpty() && !method.signature().isEmpty();
    return with(
        method,
        original.holder().isEmpty() || !isOfOneClass ? className : original.holder(),
        original.name(),
        isChanged ? descriptor(original) : signature(method.signature()));
  }

  /**
   * Returns the frames of the source for a frame at a line. It has only a name, and no line of the
   * source, where the mapping leaves open which methods they were.
   *
   * @param line 0 or less if it is not known
   * @param outline of the frame that this one called, or {@link #NO_OUTLINE}
   */
  public Restored at(Method method, int line, int outline) {
    RenamedClass type = classes.get(method.className());
    if (line <= 0 || type == null) {
      return new Restored(List.of(new Place(apply(method), line)), NO_OUTLINE);
    }
    FrameSearch.Result found = FrameSearch.find(overloads(type, method), line, outline, "");
    if (!found.isKnown()) {
      return new Restored(List.of(new Place(apply(method), line)), NO_OUTLINE);
    }
    List<List<Place>> possible =
        found.stacks().stream().map(each -> places(each, type, method, line)).distinct().toList();
    FrameSearch.Stack last = found.stacks().getLast();
    boolean isOutline = found.stacks().size() == 1 && last.isOutline();
    return new Restored(agreed(possible, method), isOutline ? last.line() : NO_OUTLINE);
  }

  /** The methods of a name and signature; where none has the signature, those of the name. */
  private List<Overload> overloads(RenamedClass type, Method method) {
    List<Overload> all = type.overloads(method.name());
    String parameters = String.join(",", parameters(method.signature()));
    List<Overload> meant =
        all.stream()
            .filter(each -> isMeant(each.ranges().getLast(), method.signature(), parameters))
            .toList();
    return meant.isEmpty() ? all : meant;
  }

  private List<Place> places(FrameSearch.Stack stack, RenamedClass type, Method method, int line) {
    List<Place> places = new ArrayList<>();
    for (FrameSearch.At each : stack.frames()) {
      Signature original = each.method();
      String holder = original.holder().isEmpty() ? type.original() : original.holder();
      var restored =
          new Method(
              method.id(),
              holder,
              original.name(),
              method.signature().isEmpty() ? "" : descriptor(original),
              files.of(holder, true, method.file()),
              -1);
      places.add(new Place(restored, each.line() == NO_LINE ? line : each.line()));
    }
    return places;
  }

  /** The frames that all possibilities have, with the lines in which they agree. */
  private List<Place> agreed(List<List<Place>> possible, Method method) {
    List<Place> first = possible.getFirst();
    if (possible.size() == 1) {
      return first;
    }
    List<Place> agreed = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      int at = i;
      Place place = first.get(i);
      if (!possible.stream()
          .allMatch(each ->
              each.size() == first.size() && each.get(at).method().equals(place.method()))) {
        return List.of(new Place(apply(method), NO_LINE));
      }
      boolean isSure = possible.stream().allMatch(each -> each.get(at).line() == place.line());
      agreed.add(isSure ? place : new Place(place.method(), NO_LINE));
    }
    return agreed;
  }

  private static boolean isMeant(MappedRange range, String signature, String parameters) {
    String residual = range.notes().residual();
    if (signature.isEmpty()) {
      return true;
    }
    return residual.isEmpty()
        ? range.original().parameters().equals(parameters)
        : residual.equals(signature);
  }

  private static Method with(Method method, String className, String name, String signature) {
    return new Method(method.id(), className, name, signature, method.file(), method.line());
  }

  /** Returns a method's types in the form of a signature. */
  private static String descriptor(Signature of) {
    var result = new StringBuilder("(");
    for (String each : of.parameters().isEmpty() ? new String[0] : of.parameters().split(",")) {
      result.append(descriptor(each.strip()));
    }
    return result.append(')').append(descriptor(of.type())).toString();
  }

  private static String descriptor(String type) {
    int array = type.indexOf("[]");
    if (array >= 0) {
      return "[".repeat((type.length() - array) / 2) + descriptor(type.substring(0, array));
    }
    return switch (type) {
      case "boolean" -> "Z";
      case "byte" -> "B";
      case "short" -> "S";
      case "char" -> "C";
      case "int" -> "I";
      case "long" -> "J";
      case "float" -> "F";
      case "double" -> "D";
      case "void" -> "V";
      default -> "L" + type.replace('.', '/') + ";";
    };
  }

  /**
   * A signature's parameters as the mapping writes types: {@code int[]}, {@code java.lang.String}.
   */
  private List<String> parameters(String signature) {
    List<String> types = new ArrayList<>();
    int at = 1;
    while (at > 0 && at < signature.length() && signature.charAt(at) != ')') {
      int end = typeEnd(signature, at);
      types.add(TypeName.of(signature(signature.substring(at, end))));
      at = end;
    }
    return types;
  }

  private static int typeEnd(String signature, int from) {
    int at = from;
    while (at < signature.length() && signature.charAt(at) == '[') {
      at++;
    }
    if (at < signature.length() && signature.charAt(at) == 'L') {
      int semicolon = signature.indexOf(';', at);
      return semicolon < 0 ? signature.length() : semicolon + 1;
    }
    return Math.min(signature.length(), at + 1);
  }

  private String originalClass(String descriptor) {
    if (!descriptor.startsWith("L") || !descriptor.endsWith(";")) {
      return descriptor;
    }
    String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    return className(name);
  }

  /** The signature with the classes' names of old. */
  private String signature(String signature) {
    var result = new StringBuilder();
    for (int at = 0; at < signature.length(); ) {
      if (signature.charAt(at) == 'L' && signature.indexOf(';', at) > 0) {
        int end = signature.indexOf(';', at) + 1;
        String name = originalClass(signature.substring(at, end));
        result.append('L').append(name.replace('.', '/')).append(';');
        at = end;
      } else {
        result.append(signature.charAt(at++));
      }
    }
    return result.toString();
  }
}
