package dev.dexscope.dex.verify;

import dev.dexscope.dex.verify.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A hand-written case of the verifier's tables: code, ART's verdict, a part of our message.
 *
 * @param name with dashes; the class is named after it
 * @param art ART's verdict, where it is not ours
 * @param patches code units that replace those of the method {@code test}, for what an assembler
 *     would not write: {@code offset=value}
 */
record VerifierCase(
    String name,
    Verdict verdict,
    Verdict art,
    String message,
    List<String> body,
    List<String> patches) {

  static List<VerifierCase> read(String resource) {
    try (InputStream in =
        Objects.requireNonNull(VerifierCase.class.getResourceAsStream(resource), resource)) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<VerifierCase> parse(List<String> lines) {
    List<VerifierCase> cases = new ArrayList<>();
    VerifierCase current = null;
    for (String line : lines) {
      if (line.startsWith("== ")) {
        String[] parts = line.substring(3).split("\\|", 3);
        String[] verdicts = parts[1].strip().split("/", 2);
        current =
            new VerifierCase(
                parts[0].strip(),
                Verdict.valueOf(verdicts[0]),
                Verdict.valueOf(verdicts[verdicts.length - 1]),
                parts[2].strip(),
                new ArrayList<>(),
                new ArrayList<>());
        cases.add(current);
      } else if (current != null && line.startsWith("@")) {
        current.patches().addAll(List.of(line.substring(1).split(" ")));
      } else if (current != null) {
        current.body().add(line);
      }
    }
    return cases;
  }

  /** {@code Lcases/MoveUndefined;} */
  String descriptor() {
    var text = new StringBuilder("Lcases/");
    for (String word : name.split("-")) {
      text.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return text.append(';').toString();
  }

  String className() {
    return descriptor().substring(1, descriptor().length() - 1).replace('/', '.');
  }

  /** The class as smali text. */
  String smali() {
    String flags = "public";
    String superclass = "Ljava/lang/Object;";
    var head = new StringBuilder();
    var members = new StringBuilder();
    boolean method = false;
    for (String line : body) {
      if (line.startsWith(".in ")) {
        flags = line.substring(4);
      } else if (line.startsWith(".extends ")) {
        superclass = line.substring(9);
      } else if (line.startsWith(".implements ")) {
        head.append(line).append('\n');
      } else if (line.startsWith("(")) {
        int space = line.indexOf(' ');
        members.append(".method public static test").append(line, 0, space);
        members.append("\n.registers").append(line.substring(space)).append('\n');
        method = true;
      } else {
        members.append(line.replace("SELF", descriptor())).append('\n');
      }
    }
    if (method) {
      members.append(".end method\n");
    }
    return ".class "
        + flags
        + " "
        + descriptor()
        + "\n.super "
        + superclass
        + "\n"
        + head
        + members;
  }

  @Override
  public String toString() {
    return name;
  }
}
