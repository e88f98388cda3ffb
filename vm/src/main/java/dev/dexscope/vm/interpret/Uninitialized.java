package dev.dexscope.vm.interpret;

/**
 * Stands in registers for a new object whose constructor has not run: the JVM makes an object and
 * calls its constructor at once.
 */
final class Uninitialized {
  final Class<?> type;

  Uninitialized(Class<?> type) {
    this.type = type;
  }
}
