package dev.dexscope.apk.manifest;

/**
 * A part of an app that the system starts.
 *
 * @param kind the element's name: {@code activity}, {@code activity-alias}, {@code service}, {@code
 *     receiver} or {@code provider}
 * @param className the full name of the class; of an alias, that of its target
 * @param process the process's name as the manifest has it, empty for the app's own
 * @param isolated whether it runs in a process without rights, files and network
 */
public record Component(String kind, String className, String process, boolean isolated) {}
