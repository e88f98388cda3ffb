package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.CallTables;
import dev.dexscope.trace.answer.FlatTable;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.web.http.Exchange;
import java.io.IOException;
import java.util.List;

/** The tables of a trace: as {@code report} has them, and those about one method. */
final class TableAnswers {
  private static final int MOST_CALLS = 10_000;
  private static final int MOST_PATHS = 5000;

  private TableAnswers() {}

  /** A row for each method, class, package or thread: the table of {@code report}. */
  static void table(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Selection selection = Selection.of(exchange, open.trace());
    View view = open.view(selection.filter());
    Grouping by = exchange.word("by", Grouping.class, Grouping.METHOD);
    Table table =
        FlatTable.of(view, by, selection.measure(), FlatProfile.Order.EXCLUSIVE, Integer.MAX_VALUE);
    out.writeStringField("time", selection.measure().key());
    table(table, view.methods(), out);
  }

  static void butterfly(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Selection selection = Selection.of(exchange, open.trace());
    View view = open.view(selection.filter());
    MethodTable methods = view.methods();
    int number = (int) exchange.integer("method", 0, methods.size() - 1, 0);
    Butterfly of = Butterfly.of(view, number, selection.measure());
    Method method = methods.get(number);
    var names = new Names(methods);
    names.number(number);
    out.writeStringField("time", selection.measure().key());
    out.writeStringField("signature", method.fullName());
    out.writeStringField("file", method.file());
    out.writeNumberField("line", method.line());
    out.writeNumberField("calls", of.calls());
    out.writeNumberField("inclusive_ns", of.inclusive());
    out.writeNumberField("exclusive_ns", of.exclusive());
    var tables = new TableAnswer(methods, names);
    out.writeObjectFieldStart("callers");
    tables.write(sides(of.callers(), of, "caller", methods), out);
    out.writeEndObject();
    out.writeObjectFieldStart("callees");
    tables.write(sides(of.callees(), of, "callee", methods), out);
    out.writeEndObject();
    names.write(out);
  }

  private static Table sides(
      List<Butterfly.Side> sides, Butterfly of, String heading, MethodTable methods) {
    return CallTables.sides(methods, sides, of.inclusive(), heading, Integer.MAX_VALUE);
  }

  static void calls(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Trace trace = open.trace();
    Filter filter = Selection.of(exchange, trace).filter();
    long least = exchange.integer("longer", 0, Long.MAX_VALUE, 0);
    int most = (int) exchange.integer("most", 1, MOST_CALLS, 200);
    table(CallTables.longest(trace, filter, least, most), trace.methods(), out);
  }

  static void exceptions(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Trace trace = open.trace();
    Filter filter = Selection.of(exchange, trace).filter();
    table(CallTables.exceptions(trace, filter, MOST_PATHS), trace.methods(), out);
  }

  private static void table(Table table, MethodTable methods, JsonGenerator out)
      throws IOException {
    var names = new Names(methods);
    new TableAnswer(methods, names).write(table, out);
    names.write(out);
  }
}
