package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.PhoneSettings.Table;
import dev.dexscope.apps.Step;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.AppReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code content}: the rows of the provider of settings, and requests to those of apps. */
final class ContentCommand {
  private static final Pattern ADDRESS =
      Pattern.compile("content://settings(?:/(system|secure|global)(?:/([^/]+))?)?/?");

  private static final Pattern CONDITION =
      Pattern.compile("\\s*name\\s*=+\\s*(?:'([^']*)'|\"([^\"]*)\")\\s*");

  private static final Pattern METHOD =
      Pattern.compile("(GET|PUT|DELETE)_(system|secure|global)", Pattern.CASE_INSENSITIVE);

  private static final String USAGE =
      "content query|insert|update|delete|call|gettype --uri content://settings/TABLE or that of"
          + " an app [--projection NAME:...] [--bind NAME:TYPE:VALUE] [--where \"name='NAME'\"]"
          + " [--sort ORDER] [--method GET_TABLE --arg NAME]";

  private static final Pattern AUTHORITY = Pattern.compile("content://([^/?#]+).*");

  private final Call call;
  private final PhoneSettings settings;
  private final Map<String, String> bound = new HashMap<>();

  /** All options, for an app's provider. */
  private final Map<String, List<String>> options = new TreeMap<>();

  private String address = "";
  private String columns = "";
  private @Nullable String condition;
  private String method = "";
  private String argument = "";

  private ContentCommand(Call call) {
    this.call = call;
    settings = call.shell().device().settings();
  }

  static int run(Call call) throws IOException {
    return new ContentCommand(call).perform();
  }

  private int perform() throws IOException {
    List<String> words = call.words();
    if (words.isEmpty() || !read(words.subList(1, words.size()))) {
      return call.fail(USAGE);
    }
    Matcher uri = ADDRESS.matcher(address);
    if (!uri.matches()) {
      return ofApp(words.getFirst());
    }
    if (words.getFirst().equals("call")) {
      return callMethod();
    }
    if (uri.group(1) == null) {
      return call.fail(USAGE);
    }
    Table table = Table.named(uri.group(1)).orElseThrow();
    String name = uri.group(2);
    if (name == null && condition != null) {
      Matcher equality = CONDITION.matcher(condition);
      if (!equality.matches()) {
        return call.fail("a condition such as --where \"name='font_scale'\"");
      }
      name = equality.group(1) == null ? equality.group(2) : equality.group(1);
    }
    return switch (words.getFirst()) {
      case "query" -> query(table, name);
      case "insert" -> put(table, bound.get("name"));
      case "update" -> put(table, name == null ? bound.get("name") : name);
      case "delete" -> {
        if (name == null) {
          yield call.fail(USAGE);
        }
        settings.delete(table, name);
        yield 0;
      }
      default -> call.fail(USAGE);
    };
  }

  /** The app whose provider it is does it. */
  private int ofApp(String verb) throws IOException {
    Matcher authority = AUTHORITY.matcher(address);
    Optional<InstalledPackage> app =
        call.shell().device().packages().all().stream()
            .filter(each ->
                authority.matches() && each.manifest().authorities().contains(authority.group(1)))
            .findFirst();
    if (app.isEmpty()) {
      call.err().println("Error while accessing provider: " + address);
      call.err()
          .println(
              "Could not find provider: " + (authority.matches() ? authority.group(1) : address));
      return 1;
    }
    AppReport report = new AppReport(new InstalledApp(call.shell().device(), app.get()).process());
    byte[] printed = report.bytes(".txt", file -> Step.Content.text(verb, options, file));
    call.out().writeBytes(printed);
    return 0;
  }

  private boolean read(List<String> words) throws IOException {
    OptionReader reader =
        new OptionReader(words, "", "uri projection where bind sort user method arg extra");
    while (reader.advance()) {
      options.computeIfAbsent(reader.name(), _ -> new ArrayList<>()).add(reader.value());
      switch (reader.name()) {
        case "uri" -> address = reader.value();
        case "projection" -> columns = reader.value();
        case "where" -> condition = reader.value();
        case "method" -> method = reader.value();
        case "arg" -> argument = reader.value();
        case "bind", "extra" -> {
          Optional<Step.Content.Binding> binding = Step.Content.Binding.parse(reader.value());
          if (binding.isEmpty()) {
            return false;
          }
          bound.put(binding.get().name(), binding.get().value());
        }
        case "sort", "user" -> {
          // There is one user, and names are in order.
        }
        default -> {
          return false;
        }
      }
    }
    return reader.others().isEmpty() && !address.isEmpty();
  }

  private int put(Table table, @Nullable String name) throws IOException {
    String value = bound.get("value");
    if (name == null || value == null) {
      return call.fail("both --bind name:s:NAME and --bind value:s:VALUE");
    }
    settings.put(table, name, value);
    return 0;
  }

  private int query(Table table, @Nullable String name) {
    List<String> shown =
        columns.isEmpty() ? List.of("_id", "name", "value") : List.of(columns.split(":", -1));
    int id = 0;
    int row = 0;
    for (Map.Entry<String, String> each : settings.all(table).entrySet()) {
      id++;
      if (name == null || name.equals(each.getKey())) {
        List<String> values = new ArrayList<>();
        for (String column : shown) {
          String value =
              switch (column) {
                case "_id" -> id + "";
                case "name" -> each.getKey();
                case "value" -> each.getValue();
                default -> "NULL";
              };
          values.add(column + "=" + value);
        }
        call.out().println("Row: " + row++ + " " + String.join(", ", values));
      }
    }
    if (row == 0) {
      call.out().println("No result found.");
    }
    return 0;
  }

  private int callMethod() throws IOException {
    Matcher known = METHOD.matcher(method);
    if (!known.matches() || argument.isEmpty()) {
      return call.fail(USAGE);
    }
    Table table = Table.named(known.group(2).toLowerCase(Locale.ROOT)).orElseThrow();
    switch (known.group(1).toUpperCase(Locale.ROOT)) {
      case "GET" -> {
        String value = settings.all(table).get(argument);
        call.out().println("Result: Bundle[{value=" + value + "}]");
      }
      case "PUT" -> {
        settings.put(table, argument, bound.getOrDefault("value", ""));
        call.out().println("Result: null");
      }
      default -> {
        int count = settings.delete(table, argument) ? 1 : 0;
        call.out().println("Result: Bundle[{result_rows=" + count + "}]");
      }
    }
    return 0;
  }
}
