package dev.dexscope.dex.write.ids;

/** Translates the ids of one file to another. */
public interface IndexTranslator {
  /** Returns whether no id changes. */
  default boolean keepsAll() {
    return false;
  }

  int string(int index);

  int type(int index);

  int proto(int index);

  int field(int index);

  int method(int index);

  int callSite(int index);

  int methodHandle(int index);
}
