package dev.dexscope.cli.traces;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.store.AlertBook;
import dev.dexscope.store.AlertRule;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.fleet.Alert;
import dev.dexscope.store.fleet.Alerts;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.Owners;
import dev.dexscope.store.fleet.Webhook;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code fleet alerts}: what the rules of a file find in the runs of a store, each once. */
final class AlertsQuestion {
  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description = "With alerts: the rules, in JSON (docs/production.md).")
  @Nullable Path rules;

  @Option(
      names = "--webhook",
      paramLabel = "URL",
      description = "With alerts: also send them to this address.")
  @Nullable URI webhook;

  @Option(
      names = "--page",
      paramLabel = "URL",
      description = "With alerts: link to the server there that shows the store.")
  String page = "";

  @Option(names = "--again", description = "With alerts: also those that were reported before.")
  boolean again;

  /** Fails unless rules are named. */
  void check() {
    if (rules == null) {
      throw CliException.usage("no rules", "name their file with --rules");
    }
  }

  ExitCode answer(
      RunStore store,
      FleetEngineOptions engine,
      @Nullable Path owners,
      Terminal terminal,
      boolean json)
      throws IOException {
    Owners responsible = owners == null ? Owners.NONE : Owners.read(InputFile.check(owners));
    String shown = page.endsWith("/") ? page.substring(0, page.length() - 1) : page;
    Webhook hook = hook(shown);
    List<AlertRule> all = AlertRule.read(InputFile.check(Path.of(String.valueOf(rules))));
    all.forEach(each -> checkOwner(each, owners));
    Map<String, List<AlertRule>> byApp =
        all.stream()
            .collect(Collectors.groupingBy(AlertRule::app, TreeMap::new, Collectors.toList()));
    var book = new AlertBook(store);
    List<Alert> alerts = new ArrayList<>();
    boolean isOpen = false;
    for (Map.Entry<String, List<AlertRule>> each : byApp.entrySet()) {
      try (Fleet fleet = Fleet.open(engine.start(), store, each.getKey())) {
        Alerts found = Alerts.of(fleet, each.getValue(), responsible);
        found.open().forEach(terminal::tell);
        isOpen |= !found.open().isEmpty();
        found.alerts().stream()
            .filter(alert -> again || !book.has(alert.identity()))
            .forEach(alerts::add);
      }
    }
    print(alerts, shown, terminal, json);
    if (hook != null && !alerts.isEmpty()) {
      hook.send(alerts);
    }
    for (Alert each : alerts) {
      book.enter(each.identity());
    }
    return alerts.isEmpty() ? isOpen ? ExitCode.UNPROVEN : ExitCode.DONE : ExitCode.NO;
  }

  private static void checkOwner(AlertRule rule, @Nullable Path owners) {
    if (!rule.owner().isEmpty() && owners == null) {
      throw CliException.usage(
          "the rule '" + rule.name() + "' has an owner", "name the file of owners with --owners");
    }
  }

  private @Nullable Webhook hook(String shown) {
    try {
      return webhook == null ? null : new Webhook(webhook, shown);
    } catch (IllegalArgumentException e) {
      throw CliException.usage(String.valueOf(e.getMessage()), "write https://host/path");
    }
  }

  private static void print(List<Alert> alerts, String page, Terminal terminal, boolean json)
      throws IOException {
    if (json) {
      Json.print(
          terminal.out(),
          out -> {
            out.writeStartObject();
            Webhook.write(alerts, page, out);
            out.writeEndObject();
          });
      return;
    }
    for (Alert each : alerts) {
      terminal.out().println(Terminal.plain(each.text()));
      if (!page.isEmpty()) {
        terminal.out().println("  " + Webhook.link(page, each));
      }
    }
    if (alerts.isEmpty()) {
      terminal.out().println("no new alerts");
    }
  }
}
