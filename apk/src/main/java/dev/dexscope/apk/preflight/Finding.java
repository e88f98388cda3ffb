package dev.dexscope.apk.preflight;

/**
 * A property of a package that its user should know before changing it.
 *
 * @param id a stable name, for scripts: {@code test-only}
 * @param where the package, or the entry in it
 * @param what the observation and its consequence
 * @param advice a remedy
 */
public record Finding(Severity severity, String id, String where, String what, String advice) {}
