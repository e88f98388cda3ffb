package dev.dexscope.inject;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.inject.code.Flow;
import dev.dexscope.inject.code.PlaceReports;
import dev.dexscope.inject.coverage.Counter;
import dev.dexscope.inject.coverage.Counters;
import dev.dexscope.inject.coverage.CoveredClass;
import dev.dexscope.inject.coverage.CoveredCode;
import dev.dexscope.inject.coverage.CoveredLine;
import dev.dexscope.inject.coverage.CoveredMethod;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Numbers the places of a program's code, method by method. */
final class NumberedPlaces implements CoveredCode {
  private static final int NAME_BYTES = 8;

  /** By the methods' ids, in their order. */
  private final Map<Integer, Numbered> methods = new LinkedHashMap<>();

  private final MessageDigest name;
  private int count;

  /**
   * A method.
   *
   * @param className as Java writes it
   * @param sourceFile empty if the code does not name it
   */
  record Source(
      String className, String name, String signature, String sourceFile, EncodedMethod method) {}

  private record Numbered(Source source, Flow flow, int first) {}

  /** Without methods. */
  NumberedPlaces() {
    try {
      name = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Numbers the places of one more method. */
  void add(int id, Source source, Flow flow) {
    methods.put(id, new Numbered(source, flow, count));
    count += flow.count();
    String line =
        source.className() + ' ' + source.name() + source.signature() + ' ' + flow.count() + '\n';
    name.update(line.getBytes(UTF_8));
  }

  /** Takes only the start of a method: no other reports. */
  void reduceToStart(int id) {
    methods.computeIfPresent(
        id, (_, each) -> new Numbered(each.source(), Flow.ofStart(), each.first()));
  }

  /** Leaves a method out: it does not report what is reached of it. */
  void leaveOut(int id) {
    methods.remove(id);
  }

  /** Returns the places of a method, which was added. */
  PlaceReports.Places places(int id) {
    Numbered numbered = Objects.requireNonNull(methods.get(id));
    return new PlaceReports.Places(numbered.flow(), numbered.first());
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public String name() {
    try {
      byte[] hash = ((MessageDigest) name.clone()).digest();
      return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The run time's file of them. */
  byte[] file() {
    return ("code=" + name() + "\nplaces=" + count + "\n").getBytes(UTF_8);
  }

  @Override
  public List<CoveredClass> covered(BitSet reached) {
    Map<String, List<Numbered>> byClass = new TreeMap<>();
    for (Numbered each : methods.values()) {
      byClass.computeIfAbsent(each.source().className(), _ -> new ArrayList<>()).add(each);
    }
    List<CoveredClass> classes = new ArrayList<>();
    var body = new MethodBody();
    byClass.forEach((type, all) -> {
      List<CoveredMethod> covered = new ArrayList<>();
      all.forEach(each -> covered.add(covered(each, reached, body)));
      classes.add(CoveredClass.of(type, all.getFirst().source().sourceFile(), covered));
    });
    return classes;
  }

  private static CoveredMethod covered(Numbered numbered, BitSet places, MethodBody body) {
    EncodedMethod method = numbered.source().method();
    Flow flow = numbered.flow();
    Flow.Reached reached = flow.reached(places, numbered.first());
    LineTable table = LineTable.of(method.code());
    method.dex().readBody(method.codeOffset(), body);
    SortedMap<Integer, CoveredLine> lines = new TreeMap<>();
    Counter instructions = Counter.NONE;
    Counter branches = Counter.NONE;
    Instruction at = body.instructions();
    for (int block = 0; block < flow.blocks(); block++) {
      boolean isReached = reached.has(block);
      for (int pc = flow.start(block); pc < flow.end(block); pc = at.pc() + at.units()) {
        at.moveTo(pc);
        boolean isLast = at.pc() + at.units() == flow.end(block);
        int taken = isLast ? reached.taken(block) : 0;
        var choice = new Counter(isLast ? reached.branches(block) - taken : 0, taken);
        var one = Counter.ofOne(isReached);
        instructions = instructions.plus(one);
        branches = branches.plus(choice);
        int line = table.line(pc);
        if (line != LineTable.NO_LINE) {
          lines.merge(line, new CoveredLine(one, choice), CoveredLine::plus);
        }
      }
    }
    var called = Counter.ofOne(reached.has(0));
    var counters =
        new Counters(
            instructions,
            branches,
            CoveredClass.reached(lines),
            called.plus(complexity(branches)),
            called,
            Counter.NONE);
    return new CoveredMethod(
        numbered.source().name(), numbered.source().signature(), counters, lines);
  }

  /** The ways that conditions add to a method's one. */
  private static Counter complexity(Counter branches) {
    if (branches.total() < 2) {
      return Counter.NONE;
    }
    int covered = Math.max(0, branches.covered() - 1);
    return new Counter(Math.max(0, branches.total() - covered - 1), covered);
  }
}
