package dev.dexscope.inject.coverage;

import dev.dexscope.base.text.Xml;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The report in the XML form of JaCoCo 0.8 (its {@code report.dtd}), which CI servers read. */
public final class JacocoXml {
  private final Writer out;

  private JacocoXml(Writer out) {
    this.out = out;
  }

  /**
   * Writes a report in UTF-8.
   *
   * @param name of the program
   * @throws IOException if it cannot be written
   */
  public static void write(String name, List<CoveredClass> classes, OutputStream out)
      throws IOException {
    var writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    new JacocoXml(writer).report(name, CoveredClass.byPackage(classes));
    writer.flush();
  }

  private void report(String name, SortedMap<String, List<CoveredClass>> packages)
      throws IOException {
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n");
    out.write("<!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\">\n");
    out.write("<report name=\"" + Xml.escaped(name) + "\">\n");
    Counters sum = Counters.NONE;
    for (var each : packages.entrySet()) {
      sum = sum.plus(packageOf(each.getKey(), each.getValue()));
    }
    counters(sum);
    out.write("</report>\n");
  }

  private Counters packageOf(String name, List<CoveredClass> classes) throws IOException {
    out.write("<package name=\"" + Xml.escaped(name.replace('.', '/')) + "\">\n");
    Counters sum = Counters.NONE;
    for (CoveredClass each : classes) {
      classOf(each);
    }
    for (var each : bySource(classes).entrySet()) {
      sum = sum.plus(source(each.getKey(), each.getValue()));
    }
    counters(sum);
    out.write("</package>\n");
    return sum;
  }

  private static SortedMap<String, List<CoveredClass>> bySource(List<CoveredClass> classes) {
    SortedMap<String, List<CoveredClass>> sources = new TreeMap<>();
    for (CoveredClass each : classes) {
      sources.computeIfAbsent(each.sourceFile(), _ -> new ArrayList<>()).add(each);
    }
    return sources;
  }

  private void classOf(CoveredClass covered) throws IOException {
    out.write("<class name=\"" + Xml.escaped(covered.name().replace('.', '/')) + '"');
    if (!covered.sourceFile().isEmpty()) {
      out.write(" sourcefilename=\"" + Xml.escaped(covered.sourceFile()) + '"');
    }
    out.write(">\n");
    for (CoveredMethod each : covered.methods()) {
      out.write("<method name=\"" + Xml.escaped(each.name()));
      out.write("\" desc=\"" + Xml.escaped(each.signature()) + '"');
      if (!each.lines().isEmpty()) {
        out.write(" line=\"" + each.lines().firstKey() + '"');
      }
      out.write(">\n");
      counters(each.counters());
      out.write("</method>\n");
    }
    counters(covered.counters());
    out.write("</class>\n");
  }

  /** Classes of one file can share lines, which then count once. */
  private Counters source(String name, List<CoveredClass> classes) throws IOException {
    SortedMap<Integer, CoveredLine> lines = new TreeMap<>();
    Counters sum = Counters.NONE;
    for (CoveredClass each : classes) {
      sum = sum.plus(each.counters());
      each.lines().forEach((line, of) -> lines.merge(line, of, CoveredLine::plus));
    }
    if (name.isEmpty()) {
      return sum;
    }
    sum = sum.withLines(CoveredClass.reached(lines));
    out.write("<sourcefile name=\"" + Xml.escaped(name) + "\">\n");
    for (var each : lines.entrySet()) {
      Counter instructions = each.getValue().instructions();
      Counter branches = each.getValue().branches();
      out.write(
          "<line nr=\"%d\" mi=\"%d\" ci=\"%d\" mb=\"%d\" cb=\"%d\"/>\n"
              .formatted(
                  each.getKey(),
                  instructions.missed(),
                  instructions.covered(),
                  branches.missed(),
                  branches.covered()));
    }
    counters(sum);
    out.write("</sourcefile>\n");
    return sum;
  }

  private void counters(Counters of) throws IOException {
    counter("INSTRUCTION", of.instructions());
    counter("BRANCH", of.branches());
    counter("LINE", of.lines());
    counter("COMPLEXITY", of.complexity());
    counter("METHOD", of.methods());
    counter("CLASS", of.classes());
  }

  /** Those without items are left out. */
  private void counter(String type, Counter counter) throws IOException {
    if (counter.total() > 0) {
      out.write(
          "<counter type=\"%s\" missed=\"%d\" covered=\"%d\"/>\n"
              .formatted(type, counter.missed(), counter.covered()));
    }
  }
}
