package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.smali.SmaliLine;
import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The source or the dex code of methods, and files of them that are dropped on the page. */
final class SourceApi {
  /** Each stays open, and its names are in memory. */
  private static final int MOST_DROPPED = 32;

  private final Sources sources;
  private final long largest;
  private final AtomicInteger dropped = new AtomicInteger();

  /**
   * @param largest how many bytes a file that is dropped may have
   */
  SourceApi(Sources sources, long largest) {
    this.sources = sources;
    this.largest = largest;
  }

  /** Takes an archive, a dex file or a source file; the answer is what it contains. */
  void add(Exchange exchange) throws IOException {
    String name = exchange.parameter("name");
    if (name.isBlank()) {
      throw HttpException.badRequest("the parameter name is missing");
    }
    if (dropped.incrementAndGet() > MOST_DROPPED) {
      dropped.decrementAndGet();
      throw new HttpException(
          413, "more than " + MOST_DROPPED + " files; name a folder with --sources instead");
    }
    Path file = Files.createTempFile("dexscope", ".sources");
    Sources.@Nullable Content content = null;
    try {
      try (InputStream in = exchange.body(largest);
          OutputStream out = Files.newOutputStream(file)) {
        in.transferTo(out);
      }
      content = sources.add(file, name);
      if (content.isEmpty()) {
        throw new HttpException(422, name + " has neither sources (.java, .kt) nor dex code");
      }
    } catch (FormatException | DexFormatException e) {
      throw new HttpException(422, name + " cannot be read as an archive or a dex file");
    } finally {
      if (content == null || content.isEmpty()) {
        dropped.decrementAndGet();
        Files.delete(file);
      }
    }
    file.toFile().deleteOnExit();
    Sources.Content added = content;
    exchange.status(201);
    exchange.json(out -> {
      out.writeNumberField("sources", added.sources());
      out.writeNumberField("classes", added.classes());
    });
  }

  /** The source of a method, else its dex code, with the places of the trace's methods in it. */
  void write(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    MethodTable methods = open.trace().methods();
    int number = (int) exchange.integer("method", 0, methods.size() - 1, 0);
    Method wanted = methods.get(number);
    Optional<SourceFile> file = sources.of(wanted);
    boolean isThere = file.isPresent() && file.get().line(wanted) > 0;
    Optional<CodeListing> code =
        isThere ? Optional.empty() : sources.code(methods.recorded(number));
    LineTimes lines = open.trace().lines();
    IntPredicate threads = threads(exchange, open);
    if (code.isPresent()) {
      write(code.get(), number, out);
      write(lines, List.of(number), threads, out);
    } else if (file.isPresent()) {
      write(file.get(), wanted, methods, out);
      write(lines, inSameFile(wanted, methods), threads, out);
    } else {
      throw HttpException.notFound(missing(wanted));
    }
  }

  /** The selected threads, by their numbers. */
  private static IntPredicate threads(Exchange exchange, OpenTrace open) {
    BitSet selected = new BitSet();
    View view = open.view(Selection.of(exchange, open.trace()).filter());
    view.threads().forEach(part -> selected.set(part.number()));
    return selected::get;
  }

  /**
   * The time at lines of some methods; nothing where the trace has no lines. A line of several
   * methods, as one with a lambda, has the sum of their own times and the largest of the others:
   * one may be called by the other.
   */
  private static void write(
      LineTimes lines, List<Integer> methods, IntPredicate threads, JsonGenerator out)
      throws IOException {
    if (lines.isEmpty()) {
      return;
    }
    Map<Integer, LineTimes.Time> sums = new TreeMap<>();
    for (int method : methods) {
      for (LineTimes.Time each : lines.of(method, threads)) {
        sums.merge(
            each.line(),
            each,
            (a, b) ->
                new LineTimes.Time(a.line(), a.self() + b.self(), Math.max(a.total(), b.total())));
      }
    }
    List<LineTimes.Time> all = List.copyOf(sums.values());
    out.writeObjectFieldStart("line_times");
    Columns.write(out, "line", all.size(), i -> all.get(i).line());
    Columns.write(out, "self_ns", all.size(), i -> all.get(i).self());
    Columns.write(out, "total_ns", all.size(), i -> all.get(i).total());
    out.writeEndObject();
  }

  private String missing(Method wanted) throws IOException {
    return sources.isEmpty()
        ? "No sources are known. Start the command with --sources and a folder or jar of sources, an APK"
            + " or a dex file, or drop such a file here."
        : "The sources and programs do not contain " + wanted.className() + ".";
  }

  private static void write(CodeListing code, int method, JsonGenerator out) throws IOException {
    List<SmaliLine> lines = code.lines();
    out.writeStringField("path", code.path());
    out.writeBooleanField("guessed", false);
    Columns.write(out, "lines", lines.stream().map(SmaliLine::text).toList());
    Columns.write(out, "methods", 1, _ -> method);
    Columns.write(out, "at", 1, _ -> 1);
    Columns.write(out, "pcs", lines.size(), i -> lines.get(i).pc());
    Columns.write(out, "source_lines", lines.size(), i -> lines.get(i).line());
  }

  private static void write(SourceFile file, Method wanted, MethodTable methods, JsonGenerator out)
      throws IOException {
    List<Integer> there = new ArrayList<>();
    List<Integer> at = new ArrayList<>();
    for (int method : inSameFile(wanted, methods)) {
      int line = file.line(methods.get(method));
      if (line > 0) {
        there.add(method);
        at.add(line);
      }
    }
    out.writeStringField("path", file.path());
    out.writeBooleanField("guessed", wanted.line() <= 0);
    Columns.write(out, "lines", file.lines());
    Columns.write(out, "methods", there.size(), there::get);
    Columns.write(out, "at", at.size(), at::get);
  }

  private static List<Integer> inSameFile(Method wanted, MethodTable methods) {
    return IntStream.range(0, methods.size())
        .filter(method -> isInSameFile(methods.get(method), wanted))
        .boxed()
        .toList();
  }

  private static boolean isInSameFile(Method method, Method other) {
    return method.packageName().equals(other.packageName())
        && method.file().equals(other.file())
        && (!method.file().isEmpty() || outermost(method).equals(outermost(other)));
  }

  private static String outermost(Method method) {
    return method.className().replaceFirst("\\$.*", "");
  }
}
