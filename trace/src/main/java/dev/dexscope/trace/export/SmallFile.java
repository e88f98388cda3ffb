package dev.dexscope.trace.export;

import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * A file to be sent: an export of at most so many bytes. What a larger trace has too much are call
 * paths that took little; they are added to their callers, so no time is lost.
 *
 * <pre>{@code
 * byte[] page = SmallFile.of(Export.of(trace), ExportFormat.HTML, 2_000_000);
 * }</pre>
 */
public final class SmallFile {
  /** A call path takes about as many bytes in a page. */
  private static final int PATH = 30;

  private SmallFile() {}

  /**
   * Writes a part of a trace.
   *
   * @param most its bytes at most
   * @throws IOException if even a file with hardly any call path is larger
   */
  public static byte[] of(Export export, ExportFormat format, int most) throws IOException {
    int size = 0;
    long[] times = times(export.view());
    for (int paths = most / PATH; paths > 0; paths /= 2) {
      long minimum = times.length <= paths ? 0 : times[times.length - paths];
      var small =
          new Export(
              export.trace(), export.filter().from(minimum), export.timing(), export.graph());
      var out = new ByteArrayOutputStream();
      format.write(small, out);
      if (out.size() <= most) {
        return out.toByteArray();
      }
      size = out.size();
    }
    throw new IOException("the smallest file has " + size + " bytes");
  }

  /** The longer time of each call path in the clocks, as the minimum of a filter takes it. */
  private static long[] times(View view) {
    long[] times = new long[view.threads().stream().mapToInt(part -> part.tree().size() - 1).sum()];
    int next = 0;
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      for (int node = 1; node < tree.size(); node++) {
        times[next++] = Math.max(tree.inclusiveWall(node), tree.inclusiveCpu(node));
      }
    }
    Arrays.sort(times);
    return times;
  }
}
