package dev.dexscope.vm.differential;

/** Called through its interface by random methods. */
public interface Shape {
  /** Implemented. */
  int area(int factor, long offset);

  /** Inherited. */
  default long twice(float value) {
    return (long) (value * 2) + area(3, 4L);
  }
}
