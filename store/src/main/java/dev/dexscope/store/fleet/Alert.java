package dev.dexscope.store.fleet;

import java.util.List;

/**
 * What a rule has found.
 *
 * @param rule its name
 * @param app the application
 * @param from the version before; empty if none was compared
 * @param to the version
 * @param method empty for the whole run
 * @param owner who is responsible for the method; empty if that is not known
 * @param before the time before, or the budget, in nanoseconds
 * @param after the time
 * @param text in words
 */
public record Alert(
    String rule,
    String app,
    String from,
    String to,
    String method,
    String owner,
    long before,
    long after,
    String text) {
  /** What makes it the same as another one: its figures change with each run that is added. */
  public List<String> identity() {
    return List.of(rule, app, from, to, method);
  }
}
