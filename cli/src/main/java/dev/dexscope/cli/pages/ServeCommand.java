package dev.dexscope.cli.pages;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.store.Keeping;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.fleet.Thinning;
import dev.dexscope.web.fleet.FleetApi;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Keys;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.serve.RunKeeper;
import dev.dexscope.web.serve.ServeOptions;
import dev.dexscope.web.serve.ServeServer;
import dev.dexscope.web.store.StoreLimits;
import dev.dexscope.web.store.TraceStore;
import dev.dexscope.web.store.UploadUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope serve}: a server that keeps traces. */
@Command(
    name = "serve",
    description = "Keeps uploaded traces, and shows each to anyone who has its link.",
    footer = {
      "",
      "It listens on this machine only. For others: --listen, with a --token that everyone needs, --keys",
      "of applications, or --public, which allows everybody with access to the port to upload traces,",
      "and to see those whose links they have. The answer to an upload has the trace's link and its owner's token, which deletes",
      "it.",
      "It also takes what OpenTelemetry's exporters and Pyroscope's clients send (docs/production.md).",
      "docs/serve.md describes the API, and how to use a proxy with TLS.",
      "",
      "Examples:",
      "  dexscope serve",
      "  curl -F file=@app.trace http://127.0.0.1:8080/api/v1/traces",
      "  curl -X DELETE -H 'Authorization: Bearer TOKEN' http://127.0.0.1:8080/api/v1/traces/ID",
      "  dexscope serve /srv/traces --listen 0.0.0.0 --token s3cret --keep 7d --keep-bytes 5g",
      "  dexscope serve /srv/traces --url https://traces.example.com --public",
      "  dexscope serve /srv/traces --store /srv/runs",
      "  curl -F file=@app.trace 'http://127.0.0.1:8080/api/v1/traces?app=org.example&version=2.4'",
      "  dexscope serve /srv/traces --store /srv/runs --listen 0.0.0.0 --keys /srv/keys",
    })
public final class ServeCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description =
          "Where the traces are kept; made when it is not there. Default dexscope-traces.")
  Path folder = Path.of("dexscope-traces");

  @Option(names = "--port", paramLabel = "N", description = "Default 8080; 0 for any that is free.")
  int port = 8080;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description = "Where to listen; 0.0.0.0 for all addresses. Default 127.0.0.1.")
  String listen = "127.0.0.1";

  @Option(names = "--token", paramLabel = "TOKEN", description = "Require this token.")
  String token = "";

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "Require a key: a line APP|* write|read|admin SHA-256 [UPLOADS-A-MINUTE] for each"
              + " (docs/production.md).")
  @Nullable Path keys;

  @Option(names = "--public", description = "Allow everybody with access to the port.")
  boolean isPublic;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The address by which people reach it, when that is a proxy's.")
  String url = "";

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      description = "The largest trace that is taken, packed or unpacked. Default 2g.")
  String maxSize = "2g";

  @Option(
      names = "--keep",
      paramLabel = "TIME",
      description = "How long a trace is kept. Default 30d.")
  String keep = "30d";

  @Option(
      names = "--keep-bytes",
      paramLabel = "SIZE",
      description = "How much is kept; the oldest go first. Default 20g.")
  String keepBytes = "20g";

  @Option(
      names = "--keep-count",
      paramLabel = "N",
      description = "How many are kept; the oldest go first. Default 10000.")
  int keepCount = StoreLimits.USUAL.keepEntries();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "How many uploads a minute each client may make. Default 60.")
  int rate = ServeOptions.USUAL.uploadsPerMinute();

  @Option(
      names = "--list",
      description = "List all traces for everybody; else a trace is found only by its link.")
  boolean isListing;

  @Option(
      names = "--store",
      paramLabel = "FOLDER",
      description =
          "Also add uploads with facts (?app=ID&version=V) as runs to this store, and show it at"
              + " /fleet (docs/store.md).")
  @Nullable Path runs;

  @Option(
      names = "--keep-traces",
      description = "With --store: also keep the traces of runs there, for its page.")
  boolean keepTraces;

  @Option(
      names = "--keep-runs",
      paramLabel = "DAYS",
      description = "With --store: how many days runs are kept there. Default: all.")
  @Nullable Integer keepRuns;

  @Option(
      names = "--thin-runs",
      paramLabel = "N",
      description =
          "With --store: of runs that are older than --thin-after keep one in N, and all that are"
              + " unlike their kind. Default: all.")
  @Nullable Integer thinRuns;

  @Option(
      names = "--thin-after",
      paramLabel = "DAYS",
      description = "With --thin-runs: after how many days. Default ${DEFAULT-VALUE}.")
  int thinAfter = 30;

  private final Terminal terminal;

  public ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    InetAddress at = address();
    if (!at.isLoopbackAddress() && token.isEmpty() && keys == null && !isPublic) {
      throw CliException.usage(
          "others can reach " + listen,
          "specify a --token, --keys, or --public to allow everybody");
    }
    if (isPublic && keys != null) {
      throw CliException.usage("--public with --keys", "omit one: keys are for those who have one");
    }
    if (keepTraces && runs == null) {
      throw CliException.usage("--keep-traces without --store", "name the store of runs");
    }
    if (keepRuns != null && (runs == null || keepRuns < 1)) {
      throw CliException.usage(
          "--keep-runs " + keepRuns, "write 1 or more, and name the store of runs with --store");
    }
    if (thinRuns != null && (runs == null || thinRuns < 2 || thinAfter < 0)) {
      throw CliException.usage(
          "--thin-runs " + thinRuns + " --thin-after " + thinAfter,
          "write 2 and 0 or more, and name the store of runs with --store");
    }
    var options = new ServeOptions(base(), isListing, positive("--rate", rate));
    var socket = new InetSocketAddress(at, Served.checked(port));
    try (TraceStore store = TraceStore.open(folder, limits(), use());
        FleetApi fleet = fleet();
        RunKeeper _ = keeper();
        WebServer server = ServeServer.start(store, fleet, socket, access(at), options)) {
      var hook = new Thread(() -> end(server, store));
      Runtime.getRuntime().addShutdownHook(hook);
      tell(store, server);
      server.await();
    }
    return ExitCode.DONE.code();
  }

  /** Names would be looked up, and may be those of other machines. */
  private InetAddress address() {
    try {
      return InetAddress.ofLiteral(listen);
    } catch (IllegalArgumentException e) {
      throw CliException.usage(
          "no address: " + listen, "write one in numbers, 0.0.0.0 for all of this machine");
    }
  }

  private String base() {
    if (!url.isEmpty() && host().isEmpty()) {
      throw CliException.usage(
          "no address of a server: " + url, "write it without a path, https://traces.example.com");
    }
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  /** The host of --url; empty where that is no address of a server. */
  private String host() {
    try {
      var uri = new URI(url);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean isWhole = "/".startsWith(uri.getRawPath() + "") && uri.getRawQuery() == null;
      return isHttp && isWhole && uri.getHost() != null ? uri.getHost() : "";
    } catch (URISyntaxException e) {
      return "";
    }
  }

  private UploadUse use() throws IOException {
    return runs == null
        ? UploadUse.NONE
        : RunsOfUploads.of(RunStore.open(runs).folder(), keepTraces);
  }

  private @Nullable RunKeeper keeper() throws IOException {
    return runs == null
        ? null
        : RunKeeper.start(
            RunStore.open(runs),
            Keeping.ofDays(keepRuns == null ? 0 : keepRuns),
            thinRuns == null ? null : new Thinning(thinRuns, thinAfter),
            DuckDb::require,
            terminal::tell);
  }

  /** The page of the runs shows all of them: not where traces are found by their links alone. */
  private @Nullable FleetApi fleet() throws IOException {
    boolean isOfStrangers = isPublic && !isListing;
    return runs == null || isOfStrangers
        ? null
        : new FleetApi(RunStore.open(runs), DuckDb::require);
  }

  private StoreLimits limits() {
    long most = Amounts.bytes("--max-size", maxSize);
    long all = Amounts.bytes("--keep-bytes", keepBytes);
    if (most > all) {
      throw CliException.usage(
          "--max-size is more than --keep-bytes", "keep at least one trace of the largest size");
    }
    Duration time = Amounts.time("--keep", keep);
    StoreLimits usual = StoreLimits.USUAL;
    int count = positive("--keep-count", keepCount);
    return new StoreLimits(most, time, count, all, usual.freeBytes(), usual.uploads());
  }

  private static int positive(String option, int value) {
    if (value <= 0) {
      throw CliException.usage(option + " is not a valid number: " + value, "write 1 or more");
    }
    return value;
  }

  /** A server for others does not know the names by which they reach it. */
  private Access access(InetAddress at) throws IOException {
    if (url.isEmpty()) {
      return new Access(at.isLoopbackAddress() ? Access.LOOPBACK : Set.of(), token, keys());
    }
    Set<String> hosts = new HashSet<>(Access.LOOPBACK);
    hosts.add(host().toLowerCase(Locale.ROOT));
    return new Access(hosts, token, keys());
  }

  private Keys keys() throws IOException {
    return keys == null ? Keys.NONE : Keys.read(InputFile.check(keys));
  }

  private void tell(TraceStore store, WebServer server) {
    String address = url.isEmpty() ? server.address().toString() : base() + "/";
    terminal.out().println("store   " + folder + ", " + store.entries().size() + " traces");
    if (runs != null) {
      terminal.out().println("runs    " + runs);
    }
    terminal.out().println("open    " + address);
    String plain = address.contains("?") ? address.substring(0, address.indexOf('?')) : address;
    String header = token.isEmpty() ? "" : "-H " + quoted("Authorization: Bearer " + token) + " ";
    terminal
        .out()
        .println("upload  curl " + header + "-F file=@app.trace " + plain + "api/v1/traces");
    terminal.out().flush();
    if (store.lost() > 0) {
      terminal
          .err()
          .println(
              "dexscope: "
                  + store.lost()
                  + " entries cannot be read or have lost their trace, "
                  + folder
                  + "; nothing is cleaned up there until that is mended");
    }
  }

  /** A word for a shell. */
  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** SIGTERM, Ctrl-C: answers that are on their way are cut off, the store is whole anyway. */
  private static void end(WebServer server, TraceStore store) {
    try {
      server.close();
      store.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
