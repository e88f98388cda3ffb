package dev.dexscope.web.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.store.RunStore;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Keys;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.serve.ServeOptions;
import dev.dexscope.web.serve.ServeServer;
import dev.dexscope.web.store.StoreLimits;
import dev.dexscope.web.store.TraceStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mapping files that a server takes for the applications of its keys. */
class MappingsOfAppsTest {
  private static final String MAPPING = "# pg_map_id: 0a1b\nshop.Cart -> a:\n";

  @TempDir private Path folder;

  private static String line(String app, String role, String key) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    return app + " " + role + " " + HexFormat.of().formatHex(digest) + "\n";
  }

  private static int post(HttpClient client, WebServer server, String app, String key, String body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:" + server.port() + "/api/v1/fleet/" + app + "/mappings"))
            .header("Authorization", "Bearer " + key)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  @Test
  void aKeyThatUploadsAddsThoseOfItsApplication() throws Exception {
    Path keys = folder.resolve("keys");
    Files.writeString(
        keys,
        line("shop", "write", "writes")
            + line("shop", "read", "reads")
            + line("*", "admin", "all"));
    RunStore runs = RunStore.init(folder.resolve("runs"));
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (TraceStore store = TraceStore.open(folder.resolve("traces"), StoreLimits.USUAL);
        var fleet = new FleetApi(runs, DuckDb::require);
        WebServer server =
            ServeServer.start(
                store,
                fleet,
                at,
                new Access(Access.LOOPBACK, "", Keys.read(keys)),
                ServeOptions.USUAL);
        HttpClient client = HttpClient.newHttpClient()) {
      assertThat(post(client, server, "shop", "writes", MAPPING)).isEqualTo(201);
      assertThat(post(client, server, "shop", "writes", MAPPING)).isEqualTo(201);
      assertThat(post(client, server, "till", "writes", MAPPING)).isEqualTo(403);
      assertThat(post(client, server, "shop", "reads", MAPPING)).isEqualTo(403);
      assertThat(post(client, server, "till", "all", MAPPING)).isEqualTo(201);
      assertThat(post(client, server, "shop", "writes", "no mapping")).isEqualTo(400);
      assertThat(post(client, server, "-", "all", MAPPING)).isEqualTo(404);
    }
    assertThat(runs.folder().resolve("mappings/shop/0a1b.txt")).hasContent(MAPPING);
    assertThat(runs.folder().resolve("mappings/till/0a1b.txt")).exists();
  }
}
