package dev.dexscope.trace.finding;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A method of the program that spends its time in calls of the platform which can be avoided. */
final class PlatformWork implements Search {
  private static final double LEAST = 0.05;

  /** All programs build some text. */
  private static final double LEAST_OF_TEXT = 0.4;

  private static final List<String> TEXT =
      List.of(
          "java.lang.StringBuilder.append",
          "java.lang.StringBuilder.toString",
          "java.lang.StringBuilder.<init>",
          "java.lang.String.concat");

  private static final long LEAST_NANOS = 5_000_000;

  /** Where exceptions get the stack, which is most of what they cost. */
  private static final String STACK = "java.lang.Throwable.fillInStackTrace";

  /**
   * Calls that are known to be expensive.
   *
   * @param least the part of the work from which they are worth a word
   * @param entries what the program itself has called, by the beginnings of the qualified names:
   *     else it is a matter of the platform; empty for anything
   * @param methods the beginnings of their qualified names
   */
  private record Known(
      Rule rule,
      String words,
      String advice,
      double least,
      List<String> entries,
      List<String> methods) {
    Known(Rule rule, String words, String advice, List<String> methods) {
      this(rule, words, advice, LEAST, List.of(), methods);
    }

    /** Only where the program itself calls them. */
    Known(Rule rule, String words, String advice, boolean isDirect, List<String> methods) {
      this(rule, words, advice, LEAST, isDirect ? methods : List.of(), methods);
    }
  }

  /** Where programs compile and match regular expressions. */
  private static final List<String> REGEX =
      List.of("java.util.regex.", "java.lang.String.", "java.util.Scanner.");

  private static final List<Known> KNOWN =
      List.of(
          new Known(
              Rule.EXCEPTIONS,
              "making exceptions",
              "can the case be tested before, or the exception be kept?",
              List.of(STACK)),
          new Known(
              Rule.REPEATED_SETUP,
              "compiling regular expressions",
              "keep the Pattern",
              LEAST,
              REGEX,
              List.of("java.util.regex.Pattern.compile", "java.util.regex.Pattern.<init>")),
          new Known(
              Rule.REPEATED_SETUP,
              "making formats",
              "keep the format, one for each thread",
              List.of(
                  "java.text.SimpleDateFormat.<init>",
                  "java.text.DecimalFormat.<init>",
                  "java.text.NumberFormat.get",
                  "java.text.DateFormat.get",
                  "java.time.format.DateTimeFormatter.ofPattern")),
          new Known(
              Rule.REPEATED_SETUP,
              "finding algorithms and factories",
              "keep the instance, or its provider",
              List.of(
                  "java.security.MessageDigest.getInstance",
                  "javax.crypto.Cipher.getInstance",
                  "java.security.SecureRandom.<init>",
                  "javax.xml.parsers.DocumentBuilderFactory.newInstance",
                  "javax.xml.parsers.DocumentBuilderFactory.newDocumentBuilder",
                  "javax.xml.parsers.SAXParserFactory.newInstance",
                  "javax.xml.parsers.SAXParserFactory.newSAXParser",
                  "javax.xml.xpath.XPathFactory.newInstance",
                  "javax.xml.transform.TransformerFactory.newInstance",
                  "java.util.ResourceBundle.getBundle")),
          new Known(
              Rule.PLATFORM,
              "matching regular expressions",
              "can plain comparison do it, or a simpler expression?",
              LEAST,
              REGEX,
              List.of("java.util.regex.Matcher.", "java.util.regex.Pattern$")),
          new Known(
              Rule.PLATFORM,
              "formatting text",
              "a StringBuilder does it in a fraction of the time",
              List.of("java.util.Formatter.", "java.lang.String.format")),
          new Known(
              Rule.PLATFORM,
              "searching lists from their beginning",
              "a set or a map finds an element at once; so does a list with random access",
              true,
              List.of(
                  "java.util.ArrayList.indexOf",
                  "java.util.ArrayList.contains",
                  "java.util.ArrayList.remove",
                  "java.util.LinkedList.node",
                  "java.util.LinkedList.indexOf",
                  "java.util.LinkedList.get",
                  "java.util.AbstractCollection.contains",
                  "java.util.concurrent.CopyOnWriteArrayList.indexOf")),
          new Known(
              Rule.PLATFORM,
              "copying a whole list for each change",
              "another collection changes in place",
              List.of(
                  "java.util.concurrent.CopyOnWriteArrayList.add",
                  "java.util.concurrent.CopyOnWriteArrayList.remove",
                  "java.util.concurrent.CopyOnWriteArrayList.set")),
          new Known(
              Rule.PLATFORM,
              "moving the rest of a text or list for each change at its beginning",
              "change the end, or use an ArrayDeque",
              List.of(
                  "java.util.ArrayList.fastRemove",
                  "java.lang.StringBuilder.insert",
                  "java.lang.StringBuilder.deleteCharAt",
                  "java.lang.StringBuffer.insert")),
          new Known(
              Rule.PLATFORM,
              "building text",
              "does a loop append to a String? A StringBuilder copies nothing",
              LEAST_OF_TEXT,
              TEXT,
              TEXT),
          new Known(
              Rule.PLATFORM,
              "sorting",
              "is it sorted already, or again and again? A TreeMap or PriorityQueue stays in order",
              true,
              List.of(
                  "java.util.Collections.sort",
                  "java.util.List.sort",
                  "java.util.ArrayList.sort",
                  "java.util.Arrays.sort")),
          new Known(
              Rule.PLATFORM,
              "serializing objects",
              "a copy constructor, or another format, takes a fraction of the time",
              List.of(
                  "java.io.ObjectInputStream.readObject",
                  "java.io.ObjectOutputStream.writeObject",
                  "java.io.ObjectInputStream.<init>",
                  "java.io.ObjectOutputStream.<init>")),
          new Known(
              Rule.PLATFORM,
              "files without a buffer",
              "small pieces are fast through a BufferedInputStream or BufferedOutputStream",
              true,
              List.of(
                  "java.io.FileInputStream.read",
                  "java.io.FileOutputStream.write",
                  "java.io.RandomAccessFile.read",
                  "java.io.RandomAccessFile.write")),
          new Known(
              Rule.PLATFORM,
              "random numbers that nobody can guess",
              "Random is faster where nobody has to be kept from guessing them",
              List.of(
                  "java.util.UUID.randomUUID",
                  "java.security.SecureRandom.next",
                  "java.security.SecureRandom.engineNext")),
          new Known(
              Rule.PLATFORM,
              "looking up members by reflection",
              "keep the Method, Field or Constructor",
              List.of(
                  "java.lang.Class.getMethod",
                  "java.lang.Class.getDeclared",
                  "java.lang.Class.getField",
                  "java.lang.Class.getConstructor",
                  "java.lang.Class.forName")),
          new Known(
              Rule.PLATFORM,
              "printing",
              "collect the text and write it at once, or print less",
              List.of("java.io.PrintStream.")),
          new Known(
              Rule.PLATFORM,
              "compressing or decompressing",
              "can the result be kept?",
              List.of("java.util.zip.Inflater", "java.util.zip.Deflater")));

  private record Key(int method, Known known) {}

  @Override
  public List<Finding> in(Facts facts) {
    if (facts.trace().observed().sampleNanos() == 0) {
      return List.of();
    }
    Map<Key, Long> times = new LinkedHashMap<>();
    Known[] known = known(facts.view().methods());
    for (View.Part part : facts.view().threads()) {
      add(part.tree(), facts.view().methods(), known, times);
    }
    List<Finding> findings = new ArrayList<>();
    times.forEach((key, nanos) -> {
      if (facts.share(nanos) >= key.known.least && nanos >= LEAST_NANOS) {
        findings.add(finding(facts, key, nanos));
      }
    });
    return findings;
  }

  private static Known[] known(MethodTable methods) {
    Known[] known = new Known[methods.size()];
    for (int i = 0; i < known.length; i++) {
      Method method = methods.get(i);
      String name = method.className() + "." + method.plainName();
      if (method.isSampled()) {
        for (Known each : KNOWN) {
          if (known[i] == null && each.methods.stream().anyMatch(name::startsWith)) {
            known[i] = each;
          }
        }
      }
    }
    return known;
  }

  /** Adds the time of known calls to the methods of the program that led to them. */
  private static void add(CallTree tree, MethodTable methods, Known[] known, Map<Key, Long> times) {
    int[] callers = new int[tree.size()];
    callers[0] = -1;
    for (int node = 1; node < tree.size(); node++) {
      int method = tree.method(node);
      boolean isOfProgram =
          !methods.get(method).isSampled() && !methods.get(method).className().isEmpty();
      callers[node] = isOfProgram ? method : callers[tree.parent(node)];
      boolean isMeant = known[method] != null && isEntered(tree, node, methods, known[method]);
      if (isMeant && callers[node] >= 0 && !isWithin(tree, node, methods, known)) {
        times.merge(new Key(callers[node], known[method]), tree.inclusiveCpu(node), Long::sum);
      }
    }
  }

  /** Returns whether the program has called what it should to mean a call. */
  private static boolean isEntered(CallTree tree, int node, MethodTable methods, Known known) {
    int entry = node;
    while (tree.parent(entry) > 0 && methods.get(tree.method(tree.parent(entry))).isSampled()) {
      entry = tree.parent(entry);
    }
    Method method = methods.get(tree.method(entry));
    String name = method.className() + "." + method.plainName();
    return known.entries.isEmpty() || known.entries.stream().anyMatch(name::startsWith);
  }

  /** Returns whether a caller is such a call too, of the platform's frames above a method. */
  private static boolean isWithin(CallTree tree, int node, MethodTable methods, Known[] known) {
    Known own = known[tree.method(node)];
    for (int at = tree.parent(node);
        at > 0 && methods.get(tree.method(at)).isSampled();
        at = tree.parent(at)) {
      if (own.equals(known[tree.method(at)])) {
        return true;
      }
    }
    return false;
  }

  private static Finding finding(Facts facts, Key key, long nanos) {
    Method method = facts.view().methods().get(key.method);
    String line = facts.line(key.method);
    long calls = 0;
    for (View.Part part : facts.view().threads()) {
      CallTree tree = part.tree();
      for (int node = 1; node < tree.size(); node++) {
        calls += tree.method(node) == key.method ? tree.calls(node) : 0;
      }
    }
    String text =
        method.qualifiedName()
            + line
            + " spends "
            + Facts.ms(nanos)
            + ", "
            + Facts.percent(facts.share(nanos))
            + " of the work, on "
            + key.known.words
            + (calls > 1 ? ", in " + Facts.count(calls) + " calls" : "")
            + ": "
            + key.known.advice
            + (key.known.advice.endsWith("?") ? "" : ".");
    return new Finding(key.known.rule, facts.weight(nanos), text, method.qualifiedName(), "");
  }
}
