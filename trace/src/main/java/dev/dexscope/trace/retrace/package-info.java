/**
 * Stack traces with the names and lines of the source, by a mapping file of R8 or ProGuard. {@code
 * MappingReader} -> {@link RenamedClasses} -> {@link Mapping}, {@code StackLine} -> {@link
 * Retrace}.
 */
@NullMarked
package dev.dexscope.trace.retrace;

import org.jspecify.annotations.NullMarked;
