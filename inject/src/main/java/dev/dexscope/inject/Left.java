package dev.dexscope.inject;

/**
 * A method, or all of a class, that is left as it was.
 *
 * @param method {@code p.C.run(I)V}, or a class's name
 */
public record Left(String method, String reason) {}
