package dev.dexscope.trace.read;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.text.TypeName;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.read.common.TraceFile;
import dev.dexscope.trace.read.jfr.Recording;
import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.trace.retrace.SourceNames;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * The objects that JFR has sampled when they were made, and that were still there at the end
 * ({@code jdk.OldObjectSample}), by what kept them.
 *
 * <pre>{@code
 * for (OldObjects.Group each : OldObjects.read(Path.of("leak.jfr"), null)) {
 *   System.out.println(each.bytes() + " bytes of " + each.className() + " by " + each.way());
 * }
 * }</pre>
 */
public final class OldObjects {
  private static final String EVENT = "jdk.OldObjectSample";

  /** How JFR describes the object of a class. */
  private static final String CLASS = "Class Name: ";

  /** A longer chain is none: JFR leaves out the middle of those of more than 100 steps. */
  private static final int LONGEST = 1 << 12;

  private final SourceNames names;
  private final Map<Key, Group> groups = new LinkedHashMap<>();

  /**
   * A step from a root to an object.
   *
   * @param how the root, or the field or element by which the object before refers to it
   * @param className of the object; that of a class for its static fields
   */
  public record Step(String how, String className) {}

  /**
   * Objects of a class that were made at one place and that the same fields keep.
   *
   * @param bytes of themselves
   * @param oldestNanos how long ago the first of them was made
   * @param madeAt the method and line; empty if unknown
   * @param way from the root; elements of arrays have no numbers; empty if it was not recorded
   */
  public record Group(
      String className, long objects, long bytes, long oldestNanos, String madeAt, List<Step> way) {
    private Group plus(Group other) {
      return new Group(
          className,
          objects + other.objects,
          bytes + other.bytes,
          Math.max(oldestNanos, other.oldestNanos),
          madeAt,
          way);
    }
  }

  private record Key(String className, String madeAt, List<Step> way) {}

  private OldObjects(@Nullable Mapping mapping) {
    this.names = new SourceNames(mapping);
  }

  /**
   * Returns whether a file is a recording of JFR.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean isRecording(Path file) throws IOException {
    byte[] magic = Recording.MAGIC.getBytes(StandardCharsets.ISO_8859_1);
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(magic, in.readNBytes(magic.length));
    }
  }

  /**
   * Returns the objects of a recording, those with the most bytes first.
   *
   * @param mapping for the names of the source; null without
   * @throws dev.dexscope.trace.TraceFormatException if the recording has none, or is damaged
   * @throws IOException if it cannot be read
   */
  public static List<Group> read(Path file, @Nullable Mapping mapping) throws IOException {
    ByteView bytes = TraceFile.open(file).bytes();
    var read = new OldObjects(mapping);
    try (var recording = Recording.open(bytes)) {
      recording.forEach(event -> {
        if (event.getEventType().getName().equals(EVENT)) {
          read.add(event);
        }
      });
    }
    if (read.groups.isEmpty()) {
      throw bytes.fault(0, "is a recording without old objects (" + EVENT + ")");
    }
    return read.groups.values().stream()
        .sorted(Comparator.comparingLong(Group::bytes).thenComparingLong(Group::objects).reversed())
        .toList();
  }

  private void add(RecordedEvent event) {
    RecordedObject object = event.getValue("object");
    long bytes = event.hasField("objectSize") ? event.getLong("objectSize") : 0;
    long age = event.hasField("objectAge") ? event.getDuration("objectAge").toNanos() : 0;
    String className = object == null ? "?" : names.type(type(object));
    var group =
        new Group(className, 1, bytes, age, madeAt(event.getStackTrace()), way(event, object));
    groups.merge(new Key(className, group.madeAt(), group.way()), group, Group::plus);
  }

  private String madeAt(@Nullable RecordedStackTrace stack) {
    if (stack == null || stack.getFrames().isEmpty()) {
      return "";
    }
    RecordedFrame frame = stack.getFrames().getFirst();
    var method =
        new Method(
            0,
            frame.getMethod().getType().getName(),
            frame.getMethod().getName(),
            frame.getMethod().getDescriptor(),
            "",
            -1);
    Mapping.Place place = place(method, frame.getLineNumber());
    return place.method().qualifiedName() + (place.line() > 0 ? ":" + place.line() : "");
  }

  /** The place in the source; of inlined calls the innermost. */
  private Mapping.Place place(Method method, int line) {
    Mapping mapping = names.mapping();
    List<Mapping.Place> frames =
        mapping == null ? List.of() : mapping.at(method, line, Mapping.NO_OUTLINE).frames();
    return frames.isEmpty() ? new Mapping.Place(method, line) : frames.getFirst();
  }

  /** The chain in the recording leads from the object to the root. */
  private List<Step> way(RecordedEvent event, @Nullable RecordedObject object) {
    List<Step> way = new ArrayList<>();
    RecordedObject at = object;
    while (at != null && way.size() < LONGEST) {
      RecordedObject referrer = at.getValue("referrer");
      RecordedObject next = referrer == null ? null : referrer.getValue("object");
      if (referrer != null && next != null) {
        way.addFirst(new Step(how(referrer, next), named(at)));
      }
      if (next == null && !way.isEmpty()) {
        way.addFirst(new Step(root(event.getValue("root")), named(at)));
      }
      at = next;
    }
    return List.copyOf(way);
  }

  private static String root(@Nullable RecordedObject root) {
    if (root == null) {
      return "?";
    }
    String system = String.valueOf((String) root.getValue("system"));
    String description = root.getValue("description");
    return description == null || description.isEmpty() ? system : system + ", " + description;
  }

  /** A class is the object of its static fields, and named as what it is of. */
  private String named(RecordedObject object) {
    String ofClass = ofClass(object);
    return ofClass.isEmpty() ? names.type(type(object)) : "class " + names.type(ofClass);
  }

  /** Returns the name of a class whose object this is; empty for other objects. */
  private static String ofClass(RecordedObject object) {
    String description = object.getValue("description");
    boolean isClass = description != null && description.startsWith(CLASS);
    return isClass ? description.substring(CLASS.length()) : "";
  }

  private String how(RecordedObject referrer, RecordedObject from) {
    RecordedObject field = referrer.getValue("field");
    int skipped = referrer.getInt("skip");
    String how = "[]";
    if (field != null) {
      String name = field.getString("name");
      how =
          Modifier.isStatic(field.getShort("modifiers"))
              ? "static " + names.field(ofClass(from), name)
              : names.field(type(from), name);
    }
    return skipped > 0 ? "... " + skipped + " more, " + how : how;
  }

  private static String type(RecordedObject object) {
    RecordedClass type = object.getValue("type");
    return type == null ? "?" : TypeName.of(type.getName());
  }
}
