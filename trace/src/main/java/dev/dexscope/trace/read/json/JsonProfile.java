package dev.dexscope.trace.read.json;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import java.util.Set;

/** Tells the profiles in JSON apart by the fields of their outermost object. */
public final class JsonProfile {
  private static final Set<String> SPEEDSCOPE = Set.of("shared", "profiles", "activeProfileIndex");
  private static final Set<String> OTLP =
      Set.of("resourceProfiles", "resource_profiles", "dictionary");
  private static final Set<String> TELLING =
      Set.of(
          "shared",
          "profiles",
          "activeProfileIndex",
          "traceEvents",
          "meta",
          "resourceProfiles",
          "resource_profiles",
          "dictionary");

  private JsonProfile() {}

  /** Returns whether the file begins with an object, or an array of objects. */
  public static boolean isAt(ByteView in) {
    long first = visible(in, 0);
    long second = visible(in, first + 1);
    if (second < 0) {
      return false;
    }
    return switch (in.u1(first)) {
      case '{' -> in.u1(second) == '"' || in.u1(second) == '}';
      case '[' -> in.u1(second) == '{';
      default -> false;
    };
  }

  /** Returns whether the file has OpenTelemetry's profiles ({@link OtlpJson}). */
  public static boolean isOtlp(ByteView in) {
    return isAt(in)
        && in.u1(visible(in, 0)) == '{'
        && OTLP.contains(JsonInput.firstField(in, TELLING));
  }

  /**
   * Returns the position of the next character that is not a space; -1 at the end of the file or of
   * the search.
   */
  private static long visible(ByteView in, long from) {
    for (long at = from; from >= 0 && at < Math.min(in.size(), from + 64); at++) {
      if (in.u1(at) > ' ') {
        return at;
      }
    }
    return -1;
  }

  /** Reads a file whole. */
  public static TraceFormat read(ByteView in, ThreadTable threads, MethodIds methods) {
    if (in.u1(visible(in, 0)) == '[') {
      return ChromeFile.read(in, threads, methods);
    }
    String field = JsonInput.firstField(in, TELLING);
    if (field.equals("traceEvents")) {
      return ChromeFile.read(in, threads, methods);
    }
    if (field.equals("meta")) {
      return FirefoxFile.read(in, threads, methods);
    }
    if (SPEEDSCOPE.contains(field)) {
      return SpeedscopeFile.read(in, threads, methods);
    }
    throw in.fault(0, "is JSON, but not a profile of speedscope, Firefox or Chrome");
  }
}
