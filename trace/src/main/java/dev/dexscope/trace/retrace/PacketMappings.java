package dev.dexscope.trace.retrace;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The mappings in a trace of Perfetto, by the packages of apps. They have no types of methods.
 * Field numbers are those of protos/perfetto/trace/profiling/deobfuscation.proto,
 * ps/process_tree.proto and android/packages_list.proto.
 */
public final class PacketMappings {
  private static final int PROCESS_TREE = 2;
  private static final int PACKAGES_LIST = 47;
  private static final int MAPPING = 64;

  private static final String INSTALLED = "/data/app/";

  /** Ids of users' apps are those of the first user, and this for each user. */
  private static final int USER = 100_000;

  private final Map<String, Mapping> byPackage = new HashMap<>();
  private final Map<String, RenamedClasses> classes = new HashMap<>();
  private final Map<Long, String> processes = new HashMap<>();
  private final Map<Long, Long> uids = new HashMap<>();
  private final Map<Long, List<String>> packages = new HashMap<>();

  /**
   * Takes a field of a packet, if it says something about mappings.
   *
   * @param value a message
   */
  public void take(int number, ByteView value) {
    switch (number) {
      case MAPPING -> mapping(new ProtoMessage(value));
      case PROCESS_TREE ->
          new ProtoMessage(value)
              .forEach(
                  1,
                  process -> {
                    long pid = process.number(1);
                    // Its name is the first word of its command. An app is another one at first.
                    String name = process.firstText(3);
                    if (!name.isEmpty()) {
                      processes.put(pid, name);
                    }
                    long uid = process.number(5);
                    if (uid != 0) {
                      uids.put(pid, uid);
                    }
                  });
      case PACKAGES_LIST ->
          new ProtoMessage(value)
              .forEach(
                  1,
                  app ->
                      packages
                          .computeIfAbsent(app.number(2) % USER, _ -> new ArrayList<>())
                          .add(app.text(1)));
      default -> {}
    }
  }

  /** Those of a package complete each other. */
  private void mapping(ProtoMessage mapping) {
    String app = mapping.text(1);
    RenamedClasses known =
        classes.computeIfAbsent(app, _ -> new RenamedClasses(new HashMap<>(), new HashMap<>()));
    mapping.forEach(3, type -> type(type, known));
    byPackage.putIfAbsent(app, Mapping.of(known));
  }

  private static void type(ProtoMessage message, RenamedClasses into) {
    var type = new RenamedClass(message.text(2));
    message.forEach(3, field -> type.field(field.text(1), field.text(2)));
    message.forEach(4, method -> method(method, type));
    into.byName().put(message.text(1), type);
  }

  private static void method(ProtoMessage member, RenamedClass type) {
    String name = member.text(2);
    int dot = name.lastIndexOf('.');
    var original =
        new Signature(dot < 0 ? "" : name.substring(0, dot), "", name.substring(dot + 1), "");
    LineRange now = range(member.number(3), member.number(4));
    LineRange before = range(member.number(5), member.number(6));
    type.ranges(member.text(1)).add(new MappedRange(now, original, before, Notes.NONE));
  }

  /** A range without its end is a line, which is that of a call. */
  private static @Nullable LineRange range(long from, long to) {
    int first = Math.clamp(from, 0, Integer.MAX_VALUE);
    int last = Math.clamp(to, 0, Integer.MAX_VALUE);
    if (first == 0) {
      return null;
    }
    return last == 0 ? new LineRange(first, first, true) : range(first, last);
  }

  private static LineRange range(int one, int other) {
    return new LineRange(Math.min(one, other), Math.max(one, other), false);
  }

  /** Returns the name of a process; empty if it is not known. */
  public String processName(long pid) {
    return processes.getOrDefault(pid, "");
  }

  /** Returns the mapping of a package; null without. */
  public @Nullable Mapping of(String app) {
    return byPackage.get(app);
  }

  /**
   * Returns the package of a file of installed code, {@code PACKAGE-RANDOM/base.apk}; else empty.
   */
  public static String packageOf(String path) {
    if (!path.startsWith(INSTALLED)) {
      return "";
    }
    // Since Android 11 a random folder is between.
    int from =
        path.startsWith("~~", INSTALLED.length())
            ? path.indexOf('/', INSTALLED.length()) + 1
            : INSTALLED.length();
    int minus = path.indexOf('-', from);
    int slash = path.indexOf('/', from);
    return from > 0 && minus > 0 && minus < slash ? path.substring(from, minus) : "";
  }

  /**
   * Returns the mapping for a process: that of its package, by its name, before {@code :}, or by
   * its user; or the only one if nothing is known about the process. Null without.
   */
  public @Nullable Mapping of(long pid) {
    if (byPackage.isEmpty()) {
      return null;
    }
    String process = processName(pid);
    if (process.isEmpty() && byPackage.size() == 1) {
      return byPackage.values().iterator().next();
    }
    int colon = process.indexOf(':');
    Mapping named = byPackage.get(colon < 0 ? process : process.substring(0, colon));
    long user = uids.getOrDefault(pid, -1L) % USER;
    return named != null
        ? named
        : packages.getOrDefault(user, List.of()).stream()
            .map(byPackage::get)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }
}
