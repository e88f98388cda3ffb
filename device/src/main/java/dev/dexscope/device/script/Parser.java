package dev.dexscope.device.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads commands, by the grammar of POSIX. */
final class Parser {
  /** Words that end a part of a compound command. */
  private static final Set<String> CLOSING =
      Set.of("then", "else", "elif", "fi", "do", "done", "esac", "}");

  private final Source source;

  Parser(Source source) {
    this.source = source;
  }

  /** All commands of the text. */
  Node all() throws SyntaxException {
    List<Node> parts = new ArrayList<>();
    Node line;
    while ((line = line()) != null) {
      parts.add(line);
    }
    return new Node.Sequence(parts);
  }

  /** The commands of the next line, or of more if they are not complete; null at the end. */
  @Nullable Node line() throws SyntaxException {
    skipNewlines();
    if (source.isAtEnd()) {
      return null;
    }
    List<Node> parts = new ArrayList<>();
    do {
      parts.add(item());
      source.skipBlanks();
    } while (!source.isAtEnd() && source.peek() != '\n' && !isClosing());
    if (isClosing()) {
      throw unexpected();
    }
    return new Node.Sequence(parts);
  }

  /** The commands up to a word or operator, which is read. */
  Node until(String end) throws SyntaxException {
    List<Node> parts = list();
    source.skipBlanks();
    expect(end);
    return new Node.Sequence(parts);
  }

  private List<Node> list() throws SyntaxException {
    source.enter();
    List<Node> parts = new ArrayList<>();
    skipNewlines();
    while (!source.isAtEnd() && !isClosing()) {
      parts.add(item());
      skipNewlines();
    }
    source.leave();
    return parts;
  }

  private Node body() throws SyntaxException {
    List<Node> parts = list();
    if (parts.isEmpty()) {
      throw source.isAtEnd() ? SyntaxException.incomplete("end") : unexpected();
    }
    return new Node.Sequence(parts);
  }

  /** Commands up to {@code ;}, {@code &}, or the end of the line. */
  private Node item() throws SyntaxException {
    Node node = chain();
    source.skipBlanks();
    if (source.peek() == '&') {
      source.skip(1);
      return new Node.Background(node);
    }
    if (source.peek() == ';' && source.peek(1) != ';') {
      source.skip(1);
    } else if (!source.isAtEnd() && source.peek() != '\n' && !isClosing()) {
      throw unexpected();
    }
    return node;
  }

  private Node chain() throws SyntaxException {
    Node first = pipeline();
    List<Node.Next> others = new ArrayList<>();
    source.skipBlanks();
    while (source.startsWith("&&") || source.startsWith("||")) {
      boolean isAnd = source.peek() == '&';
      source.skip(2);
      skipNewlines();
      others.add(new Node.Next(isAnd, pipeline()));
      source.skipBlanks();
    }
    return others.isEmpty() ? first : new Node.Chain(first, others);
  }

  private Node pipeline() throws SyntaxException {
    source.skipBlanks();
    boolean isNegated = false;
    while (source.isAtWord("!")) {
      source.skip(1);
      source.skipBlanks();
      isNegated = !isNegated;
    }
    List<Node> parts = new ArrayList<>();
    parts.add(command());
    source.skipBlanks();
    while (source.peek() == '|' && source.peek(1) != '|') {
      source.skip(1);
      skipNewlines();
      parts.add(command());
      source.skipBlanks();
    }
    return parts.size() == 1 && !isNegated ? parts.getFirst() : new Node.Pipeline(parts, isNegated);
  }

  private Node command() throws SyntaxException {
    source.skipBlanks();
    source.enter();
    Node compound = compound();
    Node command = compound == null ? simple() : redirected(compound);
    source.leave();
    return command;
  }

  /** A compound command; null where another one begins. */
  private @Nullable Node compound() throws SyntaxException {
    if (source.peek() == '(') {
      source.skip(1);
      Node inner = body();
      expect(")");
      return new Node.Subshell(inner);
    }
    if (takeWord("{")) {
      Node inner = body();
      expect("}");
      return inner;
    }
    if (takeWord("if")) {
      return branch();
    }
    boolean isUntil = source.isAtWord("until");
    if (takeWord("while") || takeWord("until")) {
      Node condition = body();
      expect("do");
      Node inner = body();
      expect("done");
      return new Node.Loop(condition, isUntil, inner);
    }
    if (takeWord("for")) {
      return loop();
    }
    if (takeWord("case")) {
      return choices();
    }
    if (takeWord("[[")) {
      Node.Condition condition = anyCondition();
      expect("]]");
      return new Node.Conditional(condition);
    }
    if (takeWord("function")) {
      source.skipBlanks();
      String name = WordReader.word(source).plain();
      source.skipBlanks();
      source.take("()");
      return definition(name);
    }
    return null;
  }

  private Node branch() throws SyntaxException {
    Node condition = body();
    expect("then");
    Node inner = body();
    if (takeWord("elif")) {
      source.enter();
      Node next = branch();
      source.leave();
      return new Node.If(condition, inner, next);
    }
    Node otherwise = Node.NOTHING;
    if (takeWord("else")) {
      otherwise = body();
    }
    expect("fi");
    return new Node.If(condition, inner, otherwise);
  }

  private Node loop() throws SyntaxException {
    source.skipBlanks();
    String name = source.name();
    if (name.isEmpty() || !Source.isDelimiter(source.peek())) {
      throw new SyntaxException("bad for loop variable");
    }
    skipNewlines();
    List<Word> words = null;
    if (takeWord("in")) {
      words = new ArrayList<>();
      source.skipBlanks();
      while (!Source.isDelimiter(source.peek())) {
        words.add(WordReader.word(source));
        source.skipBlanks();
      }
    }
    if (source.peek() == ';') {
      source.skip(1);
    }
    skipNewlines();
    expect("do");
    Node inner = body();
    expect("done");
    return new Node.For(name, words, inner);
  }

  private Node choices() throws SyntaxException {
    source.skipBlanks();
    Word word = requiredWord();
    skipNewlines();
    expect("in");
    skipNewlines();
    List<Node.Choice> choices = new ArrayList<>();
    while (!source.isAtWord("esac")) {
      source.take("(");
      List<Word> patterns = new ArrayList<>();
      do {
        source.skipBlanks();
        patterns.add(requiredWord());
        source.skipBlanks();
      } while (source.take("|"));
      expect(")");
      choices.add(new Node.Choice(patterns, new Node.Sequence(list())));
      if (!source.take(";;")) {
        break;
      }
      skipNewlines();
    }
    expect("esac");
    return new Node.Case(word, choices);
  }

  private Node.Condition anyCondition() throws SyntaxException {
    source.enter();
    Node.Condition all = allConditions();
    while (takeOperator("||")) {
      all = new Node.Both(all, false, allConditions());
    }
    source.leave();
    return all;
  }

  private Node.Condition allConditions() throws SyntaxException {
    Node.Condition all = condition();
    while (takeOperator("&&")) {
      all = new Node.Both(all, true, condition());
    }
    return all;
  }

  private Node.Condition condition() throws SyntaxException {
    skipNewlines();
    boolean isNegated = false;
    while (takeWord("!")) {
      source.skipBlanks();
      isNegated = !isNegated;
    }
    Node.Condition condition;
    if (source.take("(")) {
      condition = anyCondition();
      expect(")");
    } else {
      condition = comparison();
    }
    return isNegated ? new Node.Not(condition) : condition;
  }

  private Node.Condition comparison() throws SyntaxException {
    Word first = conditionWord();
    source.skipBlanks();
    if (TestExpression.UNARY.contains(first.plain()) && !isAtConditionEnd()) {
      return new Node.Unary(first.plain(), conditionWord());
    }
    if (isAtConditionEnd()) {
      return new Node.Unary("-n", first);
    }
    boolean isOrder = "<>".indexOf(source.peek()) >= 0;
    String operator = isOrder ? source.next() + "" : conditionWord().plain();
    if (!TestExpression.BINARY.contains(operator)) {
      throw new SyntaxException(operator + ": unexpected operator");
    }
    source.skipBlanks();
    return new Node.Binary(first, operator, conditionWord());
  }

  private Word conditionWord() throws SyntaxException {
    if (source.isAtWord("]]")) {
      throw unexpected();
    }
    return requiredWord();
  }

  private boolean isAtConditionEnd() {
    return source.isAtEnd()
        || source.isAtWord("]]")
        || source.peek() == ')'
        || source.peek() == '\n'
        || source.startsWith("&&")
        || source.startsWith("||");
  }

  private boolean takeOperator(String operator) {
    skipNewlines();
    return source.take(operator);
  }

  private Node definition(String name) throws SyntaxException {
    if (!Source.isName(name.replace('-', '_').replace('.', '_').replace(':', '_'))) {
      throw new SyntaxException("bad function name");
    }
    skipNewlines();
    Node compound = compound();
    if (compound == null) {
      throw unexpected();
    }
    return new Node.Definition(name, redirected(compound));
  }

  private Node redirected(Node body) throws SyntaxException {
    List<Node.Redirection> redirections = new ArrayList<>();
    Node.Redirection next;
    while ((next = redirection()) != null) {
      redirections.add(next);
    }
    return redirections.isEmpty() ? body : new Node.Redirected(body, redirections);
  }

  private Node simple() throws SyntaxException {
    if (isClosing() || (Source.isDelimiter(source.peek()) && "<>".indexOf(source.peek()) < 0)) {
      throw unexpected();
    }
    List<Node.Assignment> assignments = new ArrayList<>();
    List<Word> words = new ArrayList<>();
    List<Node.Redirection> redirections = new ArrayList<>();
    while (true) {
      Node.Redirection redirection = redirection();
      if (redirection != null) {
        redirections.add(redirection);
        continue;
      }
      if (Source.isDelimiter(source.peek())) {
        break;
      }
      if (words.isEmpty() && isAtAssignment()) {
        String name = source.name();
        source.skip(1);
        assignments.add(new Node.Assignment(name, WordReader.word(source)));
        continue;
      }
      words.add(WordReader.word(source));
      if (words.size() == 1 && assignments.isEmpty() && isAtParentheses()) {
        return definition(words.getFirst().plain());
      }
    }
    Node simple = new Node.Simple(assignments, words);
    return redirections.isEmpty() ? simple : new Node.Redirected(simple, redirections);
  }

  private boolean isAtAssignment() {
    int length = 0;
    while (Source.isPartOfName(source.peek(length), length == 0)) {
      length++;
    }
    return length > 0 && source.peek(length) == '=';
  }

  private boolean isAtParentheses() {
    int blanks = 0;
    while (source.peek(blanks) == ' ') {
      blanks++;
    }
    int inner = 1;
    while (source.peek(blanks) == '(' && source.peek(blanks + inner) == ' ') {
      inner++;
    }
    boolean isNext = source.peek(blanks) == '(' && source.peek(blanks + inner) == ')';
    source.skip(isNext ? blanks + inner + 1 : 0);
    return isNext;
  }

  private Node.@Nullable Redirection redirection() throws SyntaxException {
    source.skipBlanks();
    int digits = 0;
    while (Character.isDigit(source.peek(digits))) {
      digits++;
    }
    char arrow = source.peek(digits);
    if (digits > 1 || (arrow != '<' && arrow != '>')) {
      return null;
    }
    int descriptor = digits == 1 ? source.next() - '0' : arrow == '<' ? 0 : 1;
    for (String operator : List.of("<<-", "<<", "<&", "<>", "<", ">>", ">&", ">|", ">")) {
      if (source.take(operator)) {
        source.skipBlanks();
        Word target = requiredWord();
        return new Node.Redirection(
            descriptor, operator, operator.startsWith("<<") ? document(target, operator) : target);
      }
    }
    throw unexpected();
  }

  private Word document(Word end, String operator) throws SyntaxException {
    String text = source.cutLines(end.literal(), operator.equals("<<-"));
    return end.isQuoted()
        ? new Word(List.of(new Word.Text(text, true)))
        : WordReader.document(text);
  }

  private Word requiredWord() throws SyntaxException {
    if (Source.isDelimiter(source.peek())) {
      throw unexpected();
    }
    return WordReader.word(source);
  }

  private void skipNewlines() {
    source.skipBlanks();
    while (source.take("\n")) {
      source.skipBlanks();
    }
  }

  /** Returns whether a part of a compound command ends here. */
  private boolean isClosing() {
    return source.peek() == ')'
        || source.startsWith(";;")
        || CLOSING.stream().anyMatch(source::isAtWord);
  }

  private boolean takeWord(String word) {
    boolean isNext = source.isAtWord(word);
    source.skip(isNext ? word.length() : 0);
    return isNext;
  }

  private void expect(String word) throws SyntaxException {
    source.skipBlanks();
    boolean isNext = word.equals(")") ? source.take(word) : takeWord(word);
    if (!isNext) {
      throw source.isAtEnd() ? SyntaxException.incomplete("'" + word + "'") : unexpected();
    }
  }

  private SyntaxException unexpected() {
    if (source.isAtEnd()) {
      return SyntaxException.incomplete("command");
    }
    char c = source.peek();
    if (c == '\n') {
      return new SyntaxException("unexpected newline");
    }
    StringBuilder word = new StringBuilder();
    do {
      word.append(source.next());
    } while (!Source.isDelimiter(source.peek()));
    return new SyntaxException("unexpected '" + word + "'");
  }
}
