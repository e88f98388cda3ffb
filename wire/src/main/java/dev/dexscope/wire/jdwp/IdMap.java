package dev.dexscope.wire.jdwp;

/**
 * Gives ids other numbers while fields are copied ({@link Layout#rewrite}).
 *
 * <pre>{@code
 * IdMap shifted = (kind, id) -> kind == Kind.METHOD ? id + 1 : id;
 * }</pre>
 */
@FunctionalInterface
public interface IdMap {
  long map(Kind kind, long id);
}
