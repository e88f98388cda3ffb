package dev.dexscope.vm.interpret;

/**
 * filled-new-array.
 *
 * @param type the array's
 * @param registers of the elements
 */
record FilledArray(TypeUse type, int[] registers) {
  Object make(Frame frame) {
    return ArrayAccess.filled(type.type(), registers, frame);
  }
}
