package dev.dexscope.probe;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.util.BitSet;

/**
 * The calls of all threads by their paths, in one text file: exact counts, and times in
 * nanoseconds. docs/probe.md describes it.
 */
final class CallsFile {
  private final AtomicFile file;
  private final Writer out;
  private final MethodNames names;
  private final BitSet named = new BitSet();

  CallsFile(File target, Clock clock, MethodNames names, String process) throws IOException {
    this.file = new AtomicFile(target);
    this.out = file.writer();
    this.names = names;
    out.write("dexscope calls 1\n");
    out.write("clock " + (clock.hasCpu() ? "dual" : "wall") + "\n");
    out.write("process " + oneLine(process) + "\n");
  }

  /** Adds a thread whose calls could not be taken. */
  void missing(int number, String name) throws IOException {
    out.write("missing " + number + "\t" + oneLine(name) + "\n");
  }

  /** Adds a thread. */
  void thread(int number, String name, Figures figures) throws IOException {
    CallTree tree = figures.tree;
    int[] depths = new int[tree.size()];
    int[] order = tree.preorder();
    for (int node : order) {
      int row = tree.row(node);
      if (node != CallTree.ROOT && !named.get(row)) {
        named.set(row);
        out.write("method " + (row - 1) + "\t" + names.line(row - 1) + "\n");
      }
    }
    out.write("thread " + number + "\t" + oneLine(name) + "\n");
    for (int node : order) {
      if (node != CallTree.ROOT) {
        depths[node] = depths[tree.parent(node)] + 1;
        call(depths[node], figures, node);
      }
    }
  }

  private void call(int depth, Figures figures, int node) throws IOException {
    CallTree tree = figures.tree;
    out.write(Integer.toString(depth));
    number(tree.row(node) - 1);
    number(tree.get(node, CallTree.CALLS));
    number(tree.get(node, CallTree.EXCEPTIONS));
    number(figures.wall(node));
    number(figures.cpu(node));
    number(tree.get(node, CallTree.ESTIMATED));
    number(figures.error(node));
    out.write('\n');
  }

  private void number(long value) throws IOException {
    out.write(' ');
    out.write(Long.toString(value));
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }

  /** The file takes its name. */
  void commit() throws IOException {
    out.write("end\n");
    file.commit();
  }

  /** Nothing remains of a file that was not committed. */
  void discard() throws IOException {
    file.discard();
  }
}
