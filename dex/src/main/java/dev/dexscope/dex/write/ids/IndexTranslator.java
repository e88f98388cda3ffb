package dev.dexscope.dex.write.ids;

/** What the ids of one file are in another. */
public interface IndexTranslator {
  /** Whether every id stays what it is. */
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
