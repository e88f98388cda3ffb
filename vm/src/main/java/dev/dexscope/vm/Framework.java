package dev.dexscope.vm;

import java.util.function.Predicate;

/**
 * A whole framework as the platform of programs: the classes of {@code android} and the classes
 * that they need, instead of the few of the VM itself. Dex code is still loaded by the VM.
 *
 * @param loader loads its classes, and perhaps others
 * @param shown whether programs see the class file of a path ({@code android/app/Activity.class},
 *     or without the ending) of those
 * @param level its API level
 * @param version identifies it, because translated code is cached for its platform
 */
public record Framework(ClassLoader loader, Predicate<String> shown, int level, String version) {}
