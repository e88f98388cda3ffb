package dev.dexscope.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A rule of a file of rules: when the runs of an application's version are worth an alert.
 *
 * @param name of the rule
 * @param facts which runs: the application, and others that they have in common
 * @param from the version before; empty for the one before {@code to}
 * @param to the version; empty for the latest
 * @param method a pattern of methods in which {@code *} stands for any text; empty for the whole
 *     run
 * @param owner who is responsible for the methods; empty for those of all
 * @param limit what is too much
 */
public record AlertRule(
    String name,
    Map<String, String> facts,
    String from,
    String to,
    String method,
    String owner,
    Limit limit) {
  private static final long LARGEST_FILE = 1 << 20;
  private static final long MILLI = 1_000_000;
  private static final List<String> OWN =
      List.of("name", "from", "to", "method", "owner", "change", "percentile", "budget_ms");
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "most");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)%");

  /** What is too much. */
  public sealed interface Limit {}

  /**
   * A proven change from the version before.
   *
   * @param fraction by which it is slower at least: 0.1 is 10 %
   */
  public record Change(double fraction) implements Limit {}

  /**
   * A time that a percentile of the runs must not exceed.
   *
   * @param percentile p50, p90, p99 or most
   */
  public record Budget(String percentile, long nanos) implements Limit {}

  public AlertRule {
    facts = Map.copyOf(facts);
  }

  /** The application. */
  public String app() {
    return facts.getOrDefault("app", "");
  }

  /** Returns whether it is about the whole run, not about methods. */
  public boolean isOfRun() {
    return method.isEmpty() && owner.isEmpty();
  }

  /**
   * Returns whether the pattern of methods stands for this one, with or without its signature. All
   * of an owner are meant if there is no pattern.
   */
  public boolean takes(String fullName) {
    if (method.isEmpty()) {
      return !owner.isEmpty();
    }
    int open = fullName.indexOf('(');
    String regex =
        Pattern.compile("\\*")
            .splitAsStream(method + " ")
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    Pattern pattern = Pattern.compile(regex);
    return pattern.matcher(fullName + " ").matches()
        || (open >= 0 && pattern.matcher(fullName.substring(0, open) + " ").matches());
  }

  /**
   * Reads a file: an object with a list of {@code rules}.
   *
   * @throws StoreFormatException if a rule is not of its form
   * @throws IOException if it cannot be read
   */
  public static List<AlertRule> read(Path file) throws IOException {
    Json json = Json.read(file.toString(), Json.bytesOf(file, LARGEST_FILE));
    List<AlertRule> rules = new ArrayList<>();
    for (Json each : json.objects("rules")) {
      AlertRule rule = parse(each);
      if (rules.stream().anyMatch(other -> other.name().equals(rule.name()))) {
        throw json.fault("has two rules with the name '" + rule.name() + "'");
      }
      rules.add(rule);
    }
    return rules;
  }

  private static AlertRule parse(Json json) {
    Map<String, String> facts = new HashMap<>();
    for (String each : json.names()) {
      if (Facts.NAMES.contains(each) && !each.equals("version") && !each.equals("day")) {
        facts.put(each, json.word(each));
      } else if (!OWN.contains(each)) {
        throw json.fault("a rule has no '" + each + "'");
      }
    }
    if (!facts.containsKey("app")) {
      throw json.fault("a rule has no app");
    }
    try {
      Facts.of(facts);
    } catch (IllegalArgumentException e) {
      throw json.fault(String.valueOf(e.getMessage()));
    }
    return new AlertRule(
        json.text("name"),
        facts,
        text(json, "from"),
        text(json, "to"),
        text(json, "method"),
        text(json, "owner"),
        limit(json));
  }

  private static String text(Json json, String name) {
    return json.has(name) ? json.word(name) : "";
  }

  private static Limit limit(Json json) {
    boolean isChange = json.has("change");
    if (isChange == json.has("budget_ms") || isChange == json.has("percentile")) {
      throw json.fault("a rule has either 'change', or 'percentile' and 'budget_ms'");
    }
    if (isChange) {
      Matcher percent = PERCENT.matcher(json.text("change"));
      if (!percent.matches()) {
        throw json.fault("'change' is a percentage: 10%");
      }
      return new Change(Double.parseDouble(percent.group(1)) / 100);
    }
    String percentile = json.text("percentile");
    if (!PERCENTILES.contains(percentile)) {
      throw json.fault("'percentile' is one of " + String.join(", ", PERCENTILES));
    }
    long millis = json.count("budget_ms");
    if (json.has("owner")) {
      throw json.fault("an owner is that of methods that change");
    }
    if (json.has("method") && json.text("method").contains("*")) {
      throw json.fault("a budget is that of one method, or of the run");
    }
    if (millis > Long.MAX_VALUE / MILLI) {
      throw json.fault("'budget_ms' is too large");
    }
    return new Budget(percentile, millis * MILLI);
  }
}
