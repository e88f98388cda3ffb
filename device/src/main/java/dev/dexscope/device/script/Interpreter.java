package dev.dexscope.device.script;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts: one shell, with its variables, functions, arguments and streams. Shells in it are
 * copies.
 *
 * <pre>{@code
 * int exit = new Interpreter(outside, variables, session).run("echo $HOME", streams);
 * }</pre>
 */
public final class Interpreter {
  static final int INTERRUPTED = 130;

  private static final int BROKEN_PIPE = 141;
  private static final int BAD_SYNTAX = 2;

  /** Functions in functions, and scripts in scripts. */
  private static final int MOST_DEPTH = 200;

  private final Session session;
  private final Outside outside;
  private final Variables variables;
  private final Map<String, Node> functions = new HashMap<>();
  private final Set<Character> options = new HashSet<>();
  private final Deque<Map<String, @Nullable String>> locals = new ArrayDeque<>();
  private final List<Job> jobs = new ArrayList<>();
  private final Expansion expansion = new Expansion(this);
  private List<String> arguments = List.of();
  private OptionPlace optionPlace = OptionPlace.START;
  private String name = "sh";
  private Descriptors streams =
      Descriptors.of(InputStream.nullInputStream(), System.out, System.err);
  private int lastExit;
  private int outputExit;
  private int depth;
  private int steps;

  /** Larger than 0 while the result of commands is a condition, which may be false. */
  private int conditions;

  private String atExit = "";

  /** A shell in the background. */
  record Job(int number, Thread thread, int[] exit) {}

  public Interpreter(Outside outside, Variables variables, Session session) {
    this.outside = outside;
    this.variables = variables;
    this.session = session;
  }

  private Interpreter copy() {
    Variables own = variables.copy();
    Interpreter copy = new Interpreter(outside.copy(own), own, session);
    copy.functions.putAll(functions);
    copy.options.addAll(options);
    copy.arguments = arguments;
    copy.name = name;
    copy.streams = streams;
    copy.lastExit = lastExit;
    copy.depth = depth;
    copy.conditions = conditions;
    return copy;
  }

  /**
   * A shell for a script that another command runs.
   *
   * @throws IOException if there are too many, one in the other
   */
  public Interpreter inner(Outside other, Variables own) throws IOException {
    if (depth >= MOST_DEPTH) {
      throw new IOException("more than " + MOST_DEPTH + " levels");
    }
    Interpreter inner = new Interpreter(other, own, session);
    inner.depth = depth + 1;
    return inner;
  }

  Outside outside() {
    return outside;
  }

  Variables variables() {
    return variables;
  }

  Session session() {
    return session;
  }

  Map<String, Node> functions() {
    return functions;
  }

  Set<Character> options() {
    return options;
  }

  boolean has(char option) {
    return options.contains(option);
  }

  List<String> arguments() {
    return arguments;
  }

  Descriptors streams() {
    return streams;
  }

  List<Job> jobs() {
    return jobs;
  }

  int lastExit() {
    return lastExit;
  }

  /** Sets {@code $1} and those after it. */
  public void arguments(List<String> words) {
    arguments = List.copyOf(words);
  }

  /** Sets {@code $0}. */
  public void name(String other) {
    name = other;
  }

  void atExit(String script) {
    atExit = script;
  }

  /** The value of a parameter, or null. */
  @Nullable String value(String parameter) {
    return switch (parameter) {
      case "?" -> lastExit + "";
      case "#" -> arguments.size() + "";
      case "$" -> ProcessHandle.current().pid() + "";
      case "!" -> jobs.isEmpty() ? "" : jobs.getLast().number + "";
      case "-" -> String.join("", options.stream().map(each -> each + "").sorted().toList());
      case "0" -> name;
      case "@", "*" -> String.join(" ", arguments);
      default ->
          Character.isDigit(parameter.charAt(0)) ? argument(parameter) : variables.get(parameter);
    };
  }

  private @Nullable String argument(String digits) {
    int number = digits.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    return number <= arguments.size() ? arguments.get(number - 1) : null;
  }

  /** Ends the shell with a reason. */
  void fail(String reason) {
    streams.err().println("sh: " + reason);
    throw new Jump.Exit(1);
  }

  /** Runs a script as a whole shell; returns its exit code. */
  public int run(String script, Descriptors given) throws SyntaxException {
    streams = given;
    Parser parser = new Parser(new Source(script));
    return whole(() -> {
      Node line;
      while ((line = parser.line()) != null) {
        run(line);
      }
    });
  }

  /**
   * Runs commands of an open shell, which remains for others.
   *
   * @return their exit code; negative, and {@code -1 - code}, if they end the shell
   */
  public int runLine(String script, Descriptors given) throws SyntaxException {
    streams = given;
    Node all = new Parser(new Source(script)).all();
    try {
      return run(all);
    } catch (Jump.Exit e) {
      boolean isInterrupted = Thread.currentThread().isInterrupted();
      return isInterrupted ? INTERRUPTED : -1 - e.code;
    } catch (Jump.BrokenPipe e) {
      return BROKEN_PIPE;
    } catch (Jump e) {
      return lastExit;
    } finally {
      flush();
    }
  }

  private interface Lines {
    void run() throws SyntaxException;
  }

  /** Runs commands to the end of the shell. */
  private int whole(Lines lines) throws SyntaxException {
    try {
      lines.run();
    } catch (Jump.Exit e) {
      lastExit = e.code;
    } catch (Jump.OfLoop | Jump.Return e) {
      // There is nothing around it.
    } catch (Jump.BrokenPipe e) {
      lastExit = BROKEN_PIPE;
    } finally {
      runAtExit();
      flush();
    }
    return lastExit;
  }

  private void flush() {
    try {
      streams.out().flush();
      streams.err().flush();
    } catch (Jump e) {
      // Nobody reads them.
    }
  }

  private void runAtExit() throws SyntaxException {
    if (!atExit.isEmpty()) {
      String script = atExit;
      atExit = "";
      int before = lastExit;
      try {
        run(new Parser(new Source(script)).all());
        lastExit = before;
      } catch (Jump.Exit e) {
        lastExit = e.code;
      } catch (Jump e) {
        lastExit = before;
      }
    }
  }

  /** Runs the commands of a text in this shell. */
  int evaluate(String script) throws IOException {
    deeper();
    try {
      Node all = new Parser(new Source(script)).all();
      lastExit = 0;
      return run(all);
    } finally {
      depth--;
    }
  }

  private void deeper() throws IOException {
    if (++depth > MOST_DEPTH) {
      depth--;
      throw new IOException("more than " + MOST_DEPTH + " levels");
    }
  }

  private int inShell(Node body) {
    try {
      return whole(() -> run(body));
    } catch (SyntaxException e) {
      streams.err().println("sh: " + e.getMessage());
      return BAD_SYNTAX;
    }
  }

  /** The output of commands in a shell of their own, without the newlines at its end. */
  String output(Node body) throws IOException {
    deeper();
    try {
      var bytes = new BoundedOutput();
      Interpreter inner = copy();
      PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
      inner.streams = streams.with(1, out);
      outputExit = inner.inShell(body);
      String text = bytes.text.toString(StandardCharsets.UTF_8);
      if (bytes.isFull) {
        throw new IOException("more than " + Variables.MOST_CHARS + " bytes of output");
      }
      int end = text.length();
      while (end > 0 && text.charAt(end - 1) == '\n') {
        end--;
      }
      return text.substring(0, end).replace("\0", "");
    } finally {
      depth--;
    }
  }

  /** Ends its writer when there is too much. */
  private static final class BoundedOutput extends OutputStream {
    final ByteArrayOutputStream text = new ByteArrayOutputStream();
    boolean isFull;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (text.size() + length > Variables.MOST_CHARS) {
        isFull = true;
        throw new Jump.BrokenPipe();
      }
      text.write(bytes, offset, length);
    }
  }

  private int run(Node node) {
    session.step(++steps);
    lastExit =
        switch (node) {
          case Node.Simple simple -> ended(simple(simple));
          case Node.Redirected redirected -> redirected(redirected);
          case Node.Pipeline pipeline -> ended(pipeline(pipeline), pipeline.isNegated());
          case Node.Chain chain -> chain(chain);
          case Node.Sequence(List<Node> parts) -> {
            int exit = 0;
            for (Node each : parts) {
              exit = run(each);
            }
            yield exit;
          }
          case Node.Background(Node body) -> background(body);
          case Node.If(Node condition, Node body, Node otherwise) ->
              run(condition(condition) == 0 ? body : otherwise);
          case Node.Loop loop -> loop(loop);
          case Node.For loop -> loop(loop);
          case Node.Case choices -> choose(choices);
          case Node.Conditional(Node.Condition condition) -> ended(examine(condition));
          case Node.Subshell(Node body) -> ended(copy().inShell(body));
          case Node.Definition(String function, Node body) -> {
            functions.put(function, body);
            yield 0;
          }
        };
    return lastExit;
  }

  private int ended(int exit) {
    return ended(exit, false);
  }

  /** How far {@code getopts} is within an argument with several options. */
  OptionPlace optionPlace() {
    return optionPlace;
  }

  void optionPlace(OptionPlace place) {
    optionPlace = place;
  }

  /** Ends the shell after a failure, if it is set so. */
  private int ended(int exit, boolean isNegated) {
    if (exit != 0 && has('e') && conditions == 0 && !isNegated) {
      throw new Jump.Exit(exit);
    }
    return exit;
  }

  private int condition(Node node) {
    conditions++;
    try {
      return run(node);
    } finally {
      conditions--;
    }
  }

  private int chain(Node.Chain chain) {
    int exit = condition(chain.first());
    for (int i = 0; i < chain.others().size(); i++) {
      Node.Next next = chain.others().get(i);
      if ((exit == 0) == next.isAnd()) {
        boolean isLast = i + 1 == chain.others().size();
        exit = isLast ? run(next.body()) : condition(next.body());
      }
    }
    return exit;
  }

  private int loop(Node.Loop loop) {
    int exit = 0;
    while ((condition(loop.condition()) == 0) != loop.isUntil()) {
      try {
        exit = run(loop.body());
      } catch (Jump.OfLoop jump) {
        exit = 0;
        if (isLeft(jump)) {
          break;
        }
      }
    }
    return exit;
  }

  /** Returns whether a loop ends; passes on what is meant for one around it. */
  private static boolean isLeft(Jump.OfLoop jump) {
    if (jump.loops > 1) {
      throw new Jump.OfLoop(jump.loops - 1, jump.goesOn);
    }
    return !jump.goesOn;
  }

  private int loop(Node.For loop) {
    int exit = 0;
    try {
      List<Word> words = loop.words();
      for (String each : words == null ? arguments : expansion.fields(words)) {
        session.step(++steps);
        variables.set(loop.name(), each);
        try {
          exit = run(loop.body());
        } catch (Jump.OfLoop jump) {
          exit = 0;
          if (isLeft(jump)) {
            break;
          }
        }
      }
      return exit;
    } catch (IOException e) {
      return failed(e);
    }
  }

  private int examine(Node.Condition condition) {
    try {
      return TestExpression.holds(this, expansion, condition) ? 0 : 1;
    } catch (IOException e) {
      return failed(e);
    }
  }

  private int choose(Node.Case choices) {
    try {
      String text = expansion.text(choices.word());
      for (Node.Choice each : choices.choices()) {
        for (Word pattern : each.patterns()) {
          if (new Glob(expansion.pattern(pattern)).matches(text)) {
            return run(each.body());
          }
        }
      }
      return 0;
    } catch (IOException e) {
      return failed(e);
    }
  }

  private int failed(IOException reason) {
    streams.err().println("sh: " + reason.getMessage());
    streams.err().flush();
    return reason instanceof SyntaxException ? BAD_SYNTAX : 1;
  }

  private int background(Node body) {
    Interpreter inner = copy();
    inner.streams = streams.with(0, InputStream.nullInputStream());
    inner.conditions = 0;
    int[] exit = {0};
    Thread thread = session.start(() -> exit[0] = inner.inShell(body), streams);
    jobs.removeIf(each -> jobs.size() > 256 && !each.thread.isAlive());
    jobs.add(new Job(1 + (jobs.isEmpty() ? 0 : jobs.getLast().number), thread, exit));
    return 0;
  }

  /** Its parts run at once, each in a shell of its own. */
  private int pipeline(Node.Pipeline pipeline) {
    List<Node> parts = pipeline.parts();
    int exit;
    if (parts.size() == 1) {
      exit = condition(parts.getFirst());
      return pipeline.isNegated() ? (exit == 0 ? 1 : 0) : exit;
    }
    List<Thread> others = new ArrayList<>();
    int[] exits = new int[parts.size()];
    Closeable input = InputStream.nullInputStream();
    try {
      input = streams.get(0);
    } catch (IOException e) {
      // It is closed, and so it is for them.
    }
    for (int i = 0; i + 1 < parts.size(); i++) {
      InputPipe pipe = new InputPipe();
      PrintStream out =
          new PrintStream(new BufferedOutputStream(pipe.writer()), false, StandardCharsets.UTF_8);
      Interpreter part = copy();
      part.streams = streams.with(0, input).with(1, out);
      Node body = parts.get(i);
      int number = i;
      Closeable read = input;
      others.add(
          session.start(
              () -> {
                exits[number] = part.inShell(body);
                pipe.end();
                closePipe(read);
              },
              streams));
      input = pipe;
    }
    Interpreter last = copy();
    last.streams = streams.with(0, input);
    exit = last.inShell(parts.getLast());
    closePipe(input);
    others.forEach(session::await);
    if (has('P')) {
      for (int each : exits) {
        exit = exit == 0 ? each : exit;
      }
    }
    return pipeline.isNegated() ? (exit == 0 ? 1 : 0) : exit;
  }

  private static void closePipe(Closeable stream) {
    if (stream instanceof InputPipe pipe) {
      pipe.close();
    }
  }

  private int redirected(Node.Redirected redirected) {
    Descriptors before = streams;
    List<Closeable> opened = new ArrayList<>();
    boolean isKept =
        redirected.body() instanceof Node.Simple(_, List<Word> words)
            && words.size() == 1
            && words.getFirst().plain().equals("exec");
    try {
      for (Node.Redirection each : redirected.redirections()) {
        streams = redirect(each, opened);
      }
      return run(redirected.body());
    } catch (IOException e) {
      streams = before;
      return ended(failed(e));
    } finally {
      for (Closeable each : opened) {
        if (each instanceof PrintStream out) {
          out.flush();
        }
        if (!isKept) {
          close(each);
        }
      }
      if (!isKept) {
        streams = before;
      }
    }
  }

  private void close(Closeable stream) {
    try {
      stream.close();
    } catch (IOException e) {
      failed(e);
    }
  }

  private Descriptors redirect(Node.Redirection redirection, List<Closeable> opened)
      throws IOException {
    int number = redirection.descriptor();
    String target = expansion.text(redirection.target());
    Closeable stream =
        switch (redirection.operator()) {
          case "<", "<>" ->
              opened(isNull(target) ? InputStream.nullInputStream() : outside.read(target), opened);
          case "<<", "<<-" -> new ByteArrayInputStream(target.getBytes(StandardCharsets.UTF_8));
          case "<&", ">&" -> {
            if (target.equals("-")) {
              yield null;
            }
            yield target.matches("\\d") ? streams.get(target.charAt(0) - '0') : null;
          }
          default -> {
            boolean appends = redirection.operator().equals(">>");
            OutputStream file =
                isNull(target) ? OutputStream.nullOutputStream() : outside.write(target, appends);
            yield opened(
                new PrintStream(new BufferedOutputStream(file), false, StandardCharsets.UTF_8),
                opened);
          }
        };
    if (stream == null) {
      if (!target.equals("-")) {
        throw new IOException(target + ": bad file descriptor");
      }
      return streams.without(number);
    }
    return streams.with(number, stream);
  }

  private static boolean isNull(String path) {
    return path.equals("/dev/null");
  }

  private static Closeable opened(Closeable stream, List<Closeable> opened) {
    opened.add(stream);
    return stream;
  }

  private int simple(Node.Simple simple) {
    outputExit = 0;
    try {
      List<String> words = expansion.fields(simple.words());
      if (words.isEmpty()) {
        for (Node.Assignment each : simple.assignments()) {
          variables.set(each.name(), expansion.text(each.value()));
        }
        trace(simple, words);
        return outputExit;
      }
      String command = words.getFirst();
      boolean isKept = Builtins.SPECIAL.contains(command) && !functions.containsKey(command);
      Map<String, @Nullable String> before = new HashMap<>();
      Set<String> own = new HashSet<>();
      for (Node.Assignment each : simple.assignments()) {
        before.putIfAbsent(each.name(), variables.get(each.name()));
        variables.set(each.name(), expansion.text(each.value()));
        if (!isKept && !variables.isExported(each.name())) {
          own.add(each.name());
          variables.export(each.name());
        }
      }
      trace(simple, words);
      try {
        return run(words);
      } finally {
        if (!isKept) {
          for (Map.Entry<String, @Nullable String> each : before.entrySet()) {
            variables.restore(each.getKey(), each.getValue());
          }
          own.forEach(variables::keepFromPrograms);
        }
      }
    } catch (IOException e) {
      return failed(e);
    }
  }

  private void trace(Node.Simple simple, List<String> words) {
    if (has('x')) {
      List<String> shown = new ArrayList<>();
      simple
          .assignments()
          .forEach(each -> shown.add(each.name() + "=" + variables.get(each.name(), "")));
      shown.addAll(words);
      streams.err().println("+ " + String.join(" ", shown));
    }
  }

  /** Runs a function, a command of the language, or one of the device. */
  int run(List<String> words) throws IOException {
    Node function = functions.get(words.getFirst());
    return function == null ? runCommand(words) : call(function, words);
  }

  /** Runs a command that is no function. */
  int runCommand(List<String> words) throws IOException {
    String command = words.getFirst();
    List<String> rest = words.subList(1, words.size());
    Builtins.Builtin builtin = Builtins.BY_NAME.get(command);
    if (builtin != null) {
      int exit = builtin.run(this, rest);
      streams.out().flush();
      return exit;
    }
    return outside.run(this, command, rest, streams);
  }

  private int call(Node function, List<String> words) throws IOException {
    deeper();
    List<String> before = arguments;
    arguments = List.copyOf(words.subList(1, words.size()));
    Map<String, @Nullable String> saved = new HashMap<>();
    locals.push(saved);
    try {
      return run(function);
    } catch (Jump.Return e) {
      return e.code;
    } finally {
      locals.pop();
      for (Map.Entry<String, @Nullable String> each : saved.entrySet()) {
        variables.restore(each.getKey(), each.getValue());
      }
      arguments = before;
      depth--;
    }
  }

  /** Restores a variable at the end of the function. */
  void makeLocal(String variable) throws IOException {
    if (locals.isEmpty()) {
      throw new IOException("local: not in a function");
    }
    Map<String, @Nullable String> saved = locals.peek();
    if (!saved.containsKey(variable)) {
      saved.put(variable, variables.get(variable));
    }
  }
}
