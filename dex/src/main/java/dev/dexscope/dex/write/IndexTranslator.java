package dev.dexscope.dex.write;

/** What the ids of one file are in another. */
interface IndexTranslator {
  /** For code that stays in its file. */
  IndexTranslator SAME = new Same();

  int string(int index);

  int type(int index);

  int proto(int index);

  int field(int index);

  int method(int index);

  int callSite(int index);

  int methodHandle(int index);

  /** Leaves all as it is. */
  final class Same implements IndexTranslator {
    @Override
    public int string(int index) {
      return index;
    }

    @Override
    public int type(int index) {
      return index;
    }

    @Override
    public int proto(int index) {
      return index;
    }

    @Override
    public int field(int index) {
      return index;
    }

    @Override
    public int method(int index) {
      return index;
    }

    @Override
    public int callSite(int index) {
      return index;
    }

    @Override
    public int methodHandle(int index) {
      return index;
    }
  }
}
