package dev.dexscope.monitor.hprof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class of a dump, as its record has it. */
final class DumpClass {
  final long id;
  final long superId;
  final long loader;
  final int instanceSize;
  final List<Field> fields;
  final List<StaticReference> statics;

  /** Set when all classes are known. */
  String name = "?";

  @Nullable DumpClass superclass;

  /** The offsets of strong references in an instance's values. */
  int[] references = new int[0];

  /** A field of its instances. */
  record Field(long name, int type) {}

  /** A field of its own that refers to an object. */
  record StaticReference(long name, long target) {}

  DumpClass(
      long id,
      long superId,
      long loader,
      int instanceSize,
      List<Field> fields,
      List<StaticReference> statics) {
    this.id = id;
    this.superId = superId;
    this.loader = loader;
    this.instanceSize = instanceSize;
    this.fields = List.copyOf(fields);
    this.statics = List.copyOf(statics);
  }

  /** Returns whether it is that class, or descends from it. */
  boolean isA(String className) {
    DumpClass each = this;
    while (each != null) {
      if (each.name.equals(className)) {
        return true;
      }
      each = each.superclass;
    }
    return false;
  }
}
