package dev.dexscope.apk.manifest;

/**
 * A runner of tests.
 *
 * @param className the full name of the class
 * @param targetPackage the package that is tested, in whose process it runs
 */
public record Instrumentation(String className, String targetPackage) {}
