package dev.dexscope.store.fleet;

import dev.dexscope.store.AlertRule;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The alerts of rules.
 *
 * @param alerts what they have found
 * @param open why rules could not be decided: versions that have no kind of run in common, a method
 *     that no run has
 */
public record Alerts(List<Alert> alerts, List<String> open) {
  private static final double MILLI = 1e6;
  private static final List<String> BY = List.of("device", "api");
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "most");

  public Alerts {
    alerts = List.copyOf(alerts);
    open = List.copyOf(open);
  }

  /**
   * Applies rules to the runs of their application.
   *
   * @param fleet of that application
   * @param owners of methods; {@link Owners#NONE} if no rule names one
   * @throws IOException if the database cannot be read
   */
  public static Alerts of(Fleet fleet, List<AlertRule> rules, Owners owners) throws IOException {
    List<Alert> alerts = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (AlertRule each : rules) {
      try {
        switch (each.limit()) {
          case AlertRule.Change change -> change(fleet, each, change, owners, alerts);
          case AlertRule.Budget budget -> budget(fleet, each, budget, alerts);
        }
      } catch (FleetException e) {
        open.add(each.name() + ": " + e.getMessage());
      }
    }
    return new Alerts(alerts, open);
  }

  private static List<String> versions(Fleet fleet, AlertRule rule) throws IOException {
    return List.copyOf(AppVersions.of(fleet, rule.app()).versions().sequencedKeySet());
  }

  private static String to(List<String> versions, AlertRule rule) {
    if (!rule.to().isEmpty()) {
      return rule.to();
    }
    if (versions.isEmpty()) {
      throw FleetException.ofRuns("no runs", rule.app());
    }
    return versions.getLast();
  }

  private static void change(
      Fleet fleet, AlertRule rule, AlertRule.Change change, Owners owners, List<Alert> alerts)
      throws IOException {
    List<String> versions = versions(fleet, rule);
    String to = to(versions, rule);
    int at = versions.indexOf(to);
    String from = rule.from().isEmpty() && at > 0 ? versions.get(at - 1) : rule.from();
    if (from.isEmpty()) {
      throw FleetException.ofRuns("no version before", to);
    }
    var selection = new Selection(rule.facts(), BY, null, false);
    var criteria = new Criteria(Criteria.USUAL.level(), change.fraction(), Criteria.USUAL.share());
    Regressions found = Regressions.of(fleet, selection, from, to, criteria);
    Difference whole = found.comparison().total();
    for (Difference each : found.comparison().regressions()) {
      boolean isWhole = each.equals(whole);
      String owner = isWhole ? "" : owners.ofMethod(each.name());
      boolean isOwned = rule.owner().isEmpty() || rule.owner().equals(owner);
      if (rule.isOfRun() ? isWhole : !isWhole && isOwned && rule.takes(each.name())) {
        alerts.add(changed(rule, from, to, isWhole ? "" : each.name(), owner, each));
      }
    }
  }

  private static Alert changed(
      AlertRule rule, String from, String to, String method, String owner, Difference found) {
    String text =
        String.format(
            Locale.ROOT,
            "%s: %s of %s%s is %.1f %% slower in %s than in %s (%.3f ms, before %.3f ms)",
            rule.name(),
            method.isEmpty() ? "a run" : ReadableName.of(method),
            rule.app(),
            owner.isEmpty() ? "" : " (" + owner + ")",
            100 * found.relative(),
            to,
            from,
            found.head().mean() / MILLI,
            found.base().mean() / MILLI);
    return new Alert(
        rule.name(),
        rule.app(),
        from,
        to,
        method,
        owner,
        Math.round(found.base().mean()),
        Math.round(found.head().mean()),
        text);
  }

  private static void budget(
      Fleet fleet, AlertRule rule, AlertRule.Budget budget, List<Alert> alerts) throws IOException {
    String to = to(versions(fleet, rule), rule);
    var selection = new Selection(rule.facts(), List.of("version"), null, true);
    var timing = FleetRun.timing(FleetRun.of(fleet, selection, "1 = 1"), selection);
    String method = rule.method().isEmpty() ? "" : FleetTables.method(fleet, rule.method()).name();
    String values =
        method.isEmpty()
            ? FleetSql.timesOfRuns(selection, timing.key())
            : FleetSql.timesOfMethod(
                selection, selection.column(timing), FleetTables.method(fleet, rule.method()).id());
    int column = 1 + PERCENTILES.indexOf(budget.percentile());
    fleet.stream(
        FleetSql.percentiles(selection, values),
        row -> {
          long time = FleetRun.number(row.get(column));
          if (FleetRun.text(row.get(1 + PERCENTILES.size())).equals(to) && time > budget.nanos()) {
            alerts.add(over(rule, to, method, budget, time));
          }
        });
  }

  private static Alert over(
      AlertRule rule, String to, String method, AlertRule.Budget budget, long time) {
    String text =
        String.format(
            Locale.ROOT,
            "%s: %s of %s of %s %s takes %.3f ms, its budget is %.3f ms",
            rule.name(),
            budget.percentile(),
            method.isEmpty() ? "a run" : ReadableName.of(method),
            rule.app(),
            to,
            time / MILLI,
            budget.nanos() / MILLI);
    return new Alert(rule.name(), rule.app(), "", to, method, "", budget.nanos(), time, text);
  }
}
