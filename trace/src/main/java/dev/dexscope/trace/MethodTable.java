package dev.dexscope.trace;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The methods of a trace, numbered from 0 in the order in which they were met. Call trees and
 * events name methods by that number.
 */
public final class MethodTable {
  private final List<Method> methods;
  private final List<Method> recorded;
  private final int unlisted;
  private final BitSet repeated;

  /**
   * @param methods by their numbers
   * @param unlisted how many of them occur in records but not in the trace's own list
   * @param repeated those that the trace lists under several ids
   */
  public MethodTable(List<Method> methods, int unlisted, BitSet repeated) {
    this(methods, methods, unlisted, repeated);
  }

  /**
   * The same with names that a mapping has replaced.
   *
   * @param recorded the methods with the names of the trace, which are those of its program
   */
  public MethodTable(List<Method> methods, List<Method> recorded, int unlisted, BitSet repeated) {
    this.methods = List.copyOf(methods);
    this.recorded = methods.equals(recorded) ? this.methods : List.copyOf(recorded);
    this.unlisted = unlisted;
    this.repeated = (BitSet) repeated.clone();
  }

  public int size() {
    return methods.size();
  }

  public Method get(int index) {
    return methods.get(index);
  }

  /** The method with the names that it has in the trace and in its program. */
  public Method recorded(int index) {
    return recorded.get(index);
  }

  /** The methods of a name: {@code com.example.Type.name}, with or without the signature. */
  public List<Integer> named(String name) {
    return IntStream.range(0, size())
        .filter(m -> get(m).fullName().equals(name) || get(m).qualifiedName().equals(name))
        .boxed()
        .toList();
  }

  /**
   * Returns whether the trace lists it under several ids, because several class loaders loaded its
   * class; its figures are those of all of them.
   */
  public boolean isRepeated(int index) {
    return repeated.get(index);
  }

  /** Returns the number of methods that the trace lists under several ids. */
  public int repeated() {
    return repeated.cardinality();
  }

  /** Returns the number of methods that occur in records but not in the trace's own list. */
  public int unlisted() {
    return unlisted;
  }
}
