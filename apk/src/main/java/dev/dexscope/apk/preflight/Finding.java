package dev.dexscope.apk.preflight;

/**
 * Something about a package that its user should know before changing it.
 *
 * @param id a name that stays the same, for scripts: {@code test-only}
 * @param where the package, or the entry in it
 * @param what what was seen and what follows from it
 * @param advice what to do
 */
public record Finding(Severity severity, String id, String where, String what, String advice) {}
