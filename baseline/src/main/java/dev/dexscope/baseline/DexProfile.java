package dev.dexscope.baseline;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a profile has of one dex file. Versions differ in what they have: counts are 0, and sets
 * empty, where one does not have them.
 *
 * @param key {@code classes.dex} in packages, {@code base.apk!classes2.dex} in profiles of devices
 * @param checksum the dex file's CRC-32 in its archive
 * @param typeCount the types of the dex file
 * @param methodCount the methods of the dex file
 * @param types the numbers of types that are loaded at the start
 * @param definitions the same, as numbers of class definitions
 * @param methods the bits of uses, by the numbers of methods
 */
public record DexProfile(
    String key,
    int checksum,
    int typeCount,
    int methodCount,
    SortedSet<Integer> types,
    SortedSet<Integer> definitions,
    SortedMap<Integer, Integer> methods) {
  /** What it has, which does not change any more. */
  public DexProfile {
    types = Collections.unmodifiableSortedSet(new TreeSet<>(types));
    definitions = Collections.unmodifiableSortedSet(new TreeSet<>(definitions));
    methods = Collections.unmodifiableSortedMap(new TreeMap<>(methods));
  }

  DexProfile named(String other) {
    return new DexProfile(other, checksum, typeCount, methodCount, types, definitions, methods);
  }
}
