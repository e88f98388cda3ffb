package dev.dexscope.dex.write;

/** A place in code that is being built; see {@link CodeBuilder#newLabel()}. */
public final class Label {
  final int id;

  Label(int id) {
    this.id = id;
  }
}
