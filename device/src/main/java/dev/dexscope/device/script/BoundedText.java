package dev.dexscope.device.script;

/** A text that a pattern of a user may look at for so long only: some patterns never end. */
public final class BoundedText implements CharSequence {
  private static final int MOST_STEPS = 1_000_000;

  private final CharSequence text;
  private int steps;

  public BoundedText(CharSequence text) {
    this.text = text;
  }

  @Override
  public char charAt(int index) {
    if (++steps > MOST_STEPS) {
      throw new IllegalStateException("the pattern takes too long");
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
