package dev.dexscope.vm;

import java.util.function.Predicate;

/**
 * A whole framework as the platform of programs: the classes of {@code android} and what else they
 * need, in place of the few that the VM has by itself. How dex code is loaded stays the VM's.
 *
 * @param loader has its classes, and perhaps others
 * @param shown whether programs see the class file of a path ({@code android/app/Activity.class},
 *     or without the ending) of those
 * @param version tells it from others, because translated code is kept for its platform
 */
public record Framework(ClassLoader loader, Predicate<String> shown, String version) {}
