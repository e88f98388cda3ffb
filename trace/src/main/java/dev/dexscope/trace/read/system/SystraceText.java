package dev.dexscope.trace.read.system;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.files.TemporaryFile;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Deflated;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.common.UnpackLimit;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's trace as text, as {@code atrace}, {@code systrace.py} (a page with the text in it)
 * and trace-cmd write it: the marks of programs, and the switches of the scheduler. Each line has
 * the form of Documentation/trace/ftrace.rst, with the process in parentheses on Android.
 */
public final class SystraceText {
  private static final int LONGEST_LINE = 1 << 16;

  /** The first lines, in which a trace begins that is not in a page. */
  private static final long HEAD = 1 << 12;

  private static final String SLICES = "slices";
  private static final String ASYNC = "async";
  private static final String PAGE_PART = "<script class=\"trace-data\"";
  private static final String OLD_PAGE = "var linuxPerfData = ";
  private static final String PACKED = "TRACE:\n";

  /** The end of a line in pages before 2015, which contain a literal of JavaScript. */
  private static final String ESCAPED_END = "\\n\\";

  private static final Pattern LINE =
      Pattern.compile(
          "\\s*+(.{1,64}?)-(\\d{1,9})\\s+(?:\\(\\s*(\\d{1,9}|-+)\\)\\s+)?\\[\\d{1,4}\\]\\s+"
              + "(?:\\S{3,8}\\s+)?(\\d{1,10})\\.(\\d{6}|\\d{9}):\\s+(\\w+):\\s?(.*)");

  /** Lines of {@code ps} in a page: its columns, by their names. */
  private record Columns(int pid, int tid, int name, int count) {
    static @Nullable Columns of(String[] header) {
      List<String> names = List.of(header);
      int pid = names.indexOf("PID");
      int tid = names.indexOf("TID");
      int name = Math.max(names.indexOf("NAME"), names.indexOf("CMD"));
      return names.contains("USER") && pid >= 0 && name > pid
          ? new Columns(pid, tid, name, header.length)
          : null;
    }
  }

  private final ByteView in;
  private final Processes processes = new Processes();
  private final Switches switches = new Switches();
  private final SystemSlices slices;
  private final Marks marks;
  private @Nullable Columns columns;

  private SystraceText(ByteView in, MethodIds methods) {
    this.in = in;
    this.slices = new SystemSlices(in, processes, switches);
    this.marks = new Marks(in, slices, processes, new Frames(methods));
  }

  /** Returns whether the file is a kernel's trace, or a page that contains one. */
  public static boolean isAt(ByteView in) {
    if (isPage(in)) {
      return !lines(in, in.size(), at -> !beginsData(in, at));
    }
    return !lines(
        in,
        Math.min(in.size(), HEAD),
        at -> !in.startsWith("# tracer:", at) && !in.startsWith(PACKED, at) && !isEvent(in, at));
  }

  private static boolean isPage(ByteView in) {
    return in.startsWith("<!DOCTYPE", 0)
        || in.startsWith("<!doctype", 0)
        || in.startsWith("<html", 0);
  }

  private static boolean beginsData(ByteView in, long at) {
    long from = at;
    while (in.has(from, 1) && in.u1(from) == ' ') {
      from++;
    }
    return in.startsWith(PAGE_PART, from) || in.startsWith(OLD_PAGE, from);
  }

  private static boolean isEvent(ByteView in, long at) {
    long end = in.indexOf('\n', at, Math.min(in.size(), at + LONGEST_LINE));
    return end > at && LINE.matcher(in.text(at, end - at)).lookingAt();
  }

  /** Goes to the begin of each line while it is wanted; returns whether all were. */
  private static boolean lines(ByteView in, long limit, LongPredicate use) {
    for (long at = 0; at < limit; ) {
      if (!use.test(at)) {
        return false;
      }
      long end = in.indexOf('\n', at, limit);
      at = end < 0 ? limit : end + 1;
    }
    return true;
  }

  /**
   * Reads a file whole.
   *
   * @param asked slices or async; empty for the first that is there
   */
  public static TraceFormat read(
      ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    var text = new SystraceText(in, methods);
    if (isPage(in)) {
      text.page();
    } else {
      text.whole(in);
    }
    return text.format(threads, asked);
  }

  private TraceFormat format(ThreadTable threads, String asked) {
    List<String> kinds = new ArrayList<>();
    if (slices.size() > 0) {
      kinds.add(SLICES);
    }
    if (marks.hasBesides()) {
      kinds.add(ASYNC);
    }
    if (kinds.isEmpty()) {
      throw in.fault(0, "is a kernel's trace without marks of programs (atrace -a PACKAGE)");
    }
    boolean isAsync = kinds.get(Kinds.choose(in, asked, kinds, 0)).equals(ASYNC);
    Map<String, String> keys = Kinds.keys(kinds, isAsync ? ASYNC : SLICES);
    if (isAsync) {
      keys.put(TraceInfo.EVENT, ASYNC);
    }
    return isAsync
        ? marks.besides().format("systrace, async slices", threads, keys)
        : slices.format("systrace", threads, keys);
  }

  private void whole(ByteView text) {
    lines(
        text,
        text.size(),
        at -> {
          if (text.startsWith(PACKED, at) && isDeflated(text, at + PACKED.length())) {
            whole(unpacked(text.slice(at + PACKED.length(), text.size() - at - PACKED.length())));
            return false;
          }
          line(text, at);
          return true;
        });
  }

  private static boolean isDeflated(ByteView in, long at) {
    return in.has(at, 2) && in.u1(at) == 0x78 && (in.u1(at) << 8 | in.u1(at + 1)) % 31 == 0;
  }

  /** Unpacks what {@code atrace -z} wrote into a temporary file: it can be larger than the heap. */
  private ByteView unpacked(ByteView packed) {
    UnpackLimit limit = UnpackLimit.ofProcess();
    try (var unpacked = new TemporaryFile()) {
      Deflated.unpack(
          packed,
          (part, count) -> {
            unpacked.append(part, count);
            limit.check(in.file(), packed.size(), unpacked.size());
          });
      return ByteView.of(in.file(), unpacked.handOver(), TraceFormatException::new);
    } catch (IOException e) {
      throw packed.fault(0, "cannot be unpacked: " + e);
    }
  }

  /** Reads the parts of a page that are data; its first part is the list of the processes. */
  private void page() {
    boolean[] isData = {false};
    lines(
        in,
        in.size(),
        at -> {
          if (beginsData(in, at)) {
            isData[0] = true;
          } else if (isData[0]) {
            isData[0] = !in.startsWith("  </script>", at) && !in.startsWith("</script>", at);
            line(in, at);
          }
          return true;
        });
  }

  private void line(ByteView text, long at) {
    long limit = Math.min(text.size(), at + LONGEST_LINE);
    long end = text.indexOf('\n', at, limit);
    String line = text.text(at, (end < 0 ? limit : end) - at);
    if (line.endsWith(ESCAPED_END)) {
      line = line.substring(0, line.length() - ESCAPED_END.length());
    }
    if (line.startsWith("#")) {
      return;
    }
    Matcher parts = LINE.matcher(line);
    if (parts.lookingAt()) {
      columns = null;
      event(at, parts);
    } else {
      listed(line.strip().split("\\s+"));
    }
  }

  private void event(long at, Matcher parts) {
    long tid = Long.parseLong(parts.group(2));
    String pid = parts.group(3);
    if (pid != null && pid.charAt(0) != '-') {
      processes.thread(tid, Long.parseLong(pid));
    }
    if (!parts.group(1).startsWith("<")) {
      processes.kernelName(tid, parts.group(1));
    }
    String fraction = parts.group(5);
    long time =
        Long.parseLong(parts.group(4)) * 1_000_000_000
            + Long.parseLong(fraction) * (fraction.length() == 9 ? 1 : 1000);
    String text = parts.group(7);
    switch (parts.group(6)) {
      case "tracing_mark_write", "print", "0" -> marks.add(at, time, tid, text);
      case "sched_switch" -> sched(time, (int) tid, text);
      default -> {}
    }
  }

  private void sched(long time, int from, String text) {
    int name = text.lastIndexOf("next_comm=");
    int number = text.lastIndexOf(" next_pid=");
    int end = text.indexOf(' ', number + 1);
    if (name < 0 || number < name || end < 0) {
      return;
    }
    try {
      int to = Integer.parseInt(text.substring(number + " next_pid=".length(), end));
      switches.add(time, from, to);
      processes.kernelName(to, text.substring(name + "next_comm=".length(), number));
    } catch (NumberFormatException e) {
      // Cut off, or not the kernel's form: nothing can be concluded.
    }
  }

  /** A line of the lists of processes and threads, which stand before the events. */
  private void listed(String[] words) {
    Columns header = Columns.of(words);
    if (header != null) {
      columns = header;
      return;
    }
    Columns of = columns;
    if (of == null || words.length < of.count) {
      return;
    }
    try {
      long pid = Long.parseLong(words[of.pid]);
      if (of.tid >= 0) {
        int last = of.name == of.count - 1 ? words.length : of.name + 1;
        long tid = Long.parseLong(words[of.tid]);
        processes.thread(tid, pid);
        processes.kernelName(tid, String.join(" ", List.of(words).subList(of.name, last)));
      } else {
        processes.process(pid, words[of.name]);
      }
    } catch (NumberFormatException e) {
      // Not a line of the list.
    }
  }
}
