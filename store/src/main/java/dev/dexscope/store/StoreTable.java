package dev.dexscope.store;

import java.util.List;
import java.util.Locale;

/** The tables of a store, with their columns (docs/store.md). */
public enum StoreTable {
  /** A row for each run. */
  RUNS(
      number("run"),
      text("sha256"),
      text("app"),
      text("version"),
      text("build"),
      text("mapping"),
      text("device"),
      number("api"),
      text("abi"),
      text("scenario"),
      text("day"),
      text("file"),
      number("bytes"),
      text("format"),
      text("clock"),
      flag("sampled"),
      text("repairs"),
      number("start_us"),
      number("length"),
      number("threads"),
      number("calls"),
      number("wall"),
      number("cpu"),
      number("added_ms")),
  /** A row for each method of the runs that were added together. */
  METHODS(
      number("method"),
      text("name"),
      text("package"),
      text("class"),
      text("simple_name"),
      text("signature")),
  /** A row for each method of each run and group of threads. */
  METHOD_RUN(
      number("method"),
      number("run"),
      text("thread"),
      number("calls"),
      number("exceptions"),
      number("self_wall"),
      number("wall"),
      number("self_cpu"),
      number("cpu"),
      number("longest"),
      list("durations")),
  /** A row for each call path of a run that takes a thousandth of it, by groups of threads. */
  PATH_RUN(
      number("method"),
      number("run"),
      text("thread"),
      list("path"),
      number("calls"),
      number("self_wall"),
      number("wall"),
      number("self_cpu"),
      number("cpu")),
  /** A row for each start that a run recorded. */
  STARTUP_RUN(number("run"), number("initial_display"), number("full_display")),
  /** A row for each frame of a run. */
  FRAMES_RUN(
      number("run"),
      number("frame"),
      text("activity"),
      number("start"),
      number("elapsed"),
      number("cpu"),
      number("input"),
      number("animation"),
      number("layout"),
      number("draw"),
      number("budget"));

  /** The type of a column; no value is null. */
  enum Type {
    NUMBER,
    FLAG,
    TEXT,
    LIST
  }

  record Column(String name, Type type) {}

  @SuppressWarnings("ImmutableEnumChecker") // It is List.of's, of records of immutable components.
  private final List<Column> columns;

  StoreTable(Column... columns) {
    this.columns = List.of(columns);
  }

  private static Column number(String name) {
    return new Column(name, Type.NUMBER);
  }

  private static Column text(String name) {
    return new Column(name, Type.TEXT);
  }

  private static Column flag(String name) {
    return new Column(name, Type.FLAG);
  }

  private static Column list(String name) {
    return new Column(name, Type.LIST);
  }

  List<Column> columns() {
    return columns;
  }

  /** Whether parts have no file of it if it has no rows: runs that are not an app's. */
  boolean isOfApps() {
    return this == STARTUP_RUN || this == FRAMES_RUN;
  }

  /** Returns its name in SQL, and of its folder. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
