package dev.dexscope.device.script;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The variables of a shell. Their number and size are limited. */
public final class Variables {
  /** As long as a text of the shell may be. */
  static final int MOST_CHARS = 1 << 20;

  private static final int MOST = 4096;
  private static final long MOST_OF_ALL = 1 << 24;

  private final Map<String, String> values = new HashMap<>();
  private final Set<String> exported = new HashSet<>();
  private final Set<String> constant = new HashSet<>();
  private long size;

  /** Returns a copy for another shell. */
  Variables copy() {
    Variables copy = new Variables();
    copy.values.putAll(values);
    copy.exported.addAll(exported);
    copy.constant.addAll(constant);
    copy.size = size;
    return copy;
  }

  /** Returns those that programs get, for a shell that is one. */
  public Variables ofProgram() {
    Variables other = new Variables();
    exported().forEach(other::define);
    return other;
  }

  boolean isExported(String name) {
    return exported.contains(name);
  }

  void keepFromPrograms(String name) {
    exported.remove(name);
  }

  /** Returns a value, or null. */
  public @Nullable String get(String name) {
    return values.get(name);
  }

  /** Returns a value, or another one. */
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /** Those that programs get, by their names. */
  public Map<String, String> exported() {
    Map<String, String> all = new TreeMap<>(values);
    all.keySet().retainAll(exported);
    return all;
  }

  /** All by their names. */
  Map<String, String> all() {
    return new TreeMap<>(values);
  }

  /**
   * Sets a value.
   *
   * @throws IOException if it is constant, or there is too much
   */
  public void set(String name, String value) throws IOException {
    if (constant.contains(name)) {
      throw new IOException(name + ": is read only");
    }
    String before = values.get(name);
    long larger = size + value.length() - (before == null ? 0 : before.length());
    if (value.length() > MOST_CHARS
        || larger > MOST_OF_ALL
        || (before == null && values.size() >= MOST)) {
      throw new IOException(name + ": too many or too long variables");
    }
    size = larger;
    values.put(name, value);
  }

  /** Defines a variable of a new shell, which programs get. */
  public void define(String name, String value) {
    values.put(name, value);
    size += value.length();
    exported.add(name);
  }

  void restore(String name, @Nullable String value) throws IOException {
    if (value == null) {
      unset(name);
    } else {
      set(name, value);
    }
  }

  void unset(String name) throws IOException {
    if (constant.contains(name)) {
      throw new IOException(name + ": is read only");
    }
    String before = values.remove(name);
    size -= before == null ? 0 : before.length();
    exported.remove(name);
  }

  /** Programs get it. */
  public void export(String name) {
    exported.add(name);
  }

  void makeConstant(String name) {
    constant.add(name);
  }
}
