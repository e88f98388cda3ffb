package dev.dexscope.vm.interpret;

import java.util.Arrays;

/**
 * The cases of a switch.
 *
 * @param keys in ascending order
 * @param targets the instructions that they lead to
 */
record SwitchTable(int[] keys, int[] targets) {
  int target(int key, int otherwise) {
    int last = keys.length - 1;
    if (last < 0) {
      return otherwise;
    }
    if (keys[last] - keys[0] == last) {
      int index = key - keys[0];
      return Integer.compareUnsigned(index, last) <= 0 ? targets[index] : otherwise;
    }
    int index = Arrays.binarySearch(keys, key);
    return index >= 0 ? targets[index] : otherwise;
  }
}
