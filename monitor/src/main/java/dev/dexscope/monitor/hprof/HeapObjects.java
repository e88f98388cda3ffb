package dev.dexscope.monitor.hprof;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects of a dump, by their numbers from 0 on, as its form contains them. */
sealed interface HeapObjects extends Closeable permits HprofObjects, HeapGraphObjects {
  /** Returns the numbers of the objects by their ids. */
  IdIndex index();

  /** Returns the bytes of each object. */
  int[] sizes();

  /** Returns the type of each object. */
  int[] typeOf();

  /** Returns how many types there are. */
  int types();

  /** Returns the name of the class of a type's objects, which other types may have as well. */
  String typeName(int type);

  /** Returns whether a type is that class, or descends from it. */
  boolean isA(int type, String className);

  /** Returns the objects that are kept by themselves. */
  int[] roots();

  /** Returns why, for each of the roots. */
  RootKind[] rootKinds();

  /** Returns the references that keep objects. */
  ReferenceGraph references() throws IOException;

  /** Returns the parts of an Android heap. */
  HeapParts parts() throws IOException;

  /** Returns the id of an object. */
  long id(int object) throws IOException;

  /** Returns an object's class; of a class, which it is. */
  String className(int object) throws IOException;

  /** Returns the name of the field or element by which an object refers to another. */
  String link(int from, int to) throws IOException;

  /** Whether an activity's {@code onDestroy} was called. */
  enum Ended {
    YES,
    NO,
    UNKNOWN
  }

  /** Returns whether an activity has ended. */
  Ended ended(int activity) throws IOException;

  /** A bitmap's size, and the bytes of its pixels. */
  record Picture(int width, int height, long bytes) {}

  /** Returns a bitmap's size; null if the dump does not contain it. */
  @Nullable Picture picture(int bitmap) throws IOException;

  /** Returns whether all objects are there; parts of a heap graph may have been dropped. */
  boolean isWhole();

  /** Returns whether the dump contains what strings consist of. */
  boolean hasTexts();

  /** Returns texts that several strings have. */
  List<HeapDump.DuplicateString> duplicateStrings(int most) throws IOException;
}
