package dev.dexscope.dex.write.ids;

/** For code that stays in its file. */
public final class SameIds implements IndexTranslator {
  public static final SameIds INSTANCE = new SameIds();

  private SameIds() {}

  @Override
  public boolean keepsAll() {
    return true;
  }

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
