package dev.dexscope.trace.export.graph;

/** A picture that only Graphviz can draw: {@code what, where; what to do}. */
public final class MissingGraphvizException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissingGraphvizException() {
    super(
        "a png needs Graphviz, no dot on the PATH; install it (Debian: apt install graphviz) or"
            + " convert with -f svg");
  }
}
