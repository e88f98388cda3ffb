package dev.dexscope.observe.hprof;

import java.util.List;

/** The content of a dump about a class. */
record ClassDump(
    long id,
    int trace,
    long superclass,
    long loader,
    long signers,
    long domain,
    List<Static> statics,
    List<Field> fields) {
  /** A static field with its value's bits. */
  record Static(long name, int type, long value) {}

  /** A field of its instances. */
  record Field(long name, int type) {}
}
