package dev.dexscope.web.serve;

import dev.dexscope.web.fleet.FleetApi;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Grant;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.store.StoreEntry;
import dev.dexscope.web.store.TraceStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the key of an application may request. An address that no rule permits is refused;
 * what belongs to another application does not exist for it.
 */
final class KeyRules implements Routes.Check {
  /** Those who take them check the application. */
  private static final Set<String> UPLOADS =
      Set.of(ServeApi.ROOT, Intake.OTLP, Intake.PYROSCOPE, FleetApi.MAPPINGS);

  /** What names no trace and no application. The list contains what the key may see. */
  private static final Set<String> COMMON =
      Set.of("/api/v1/server", "/api/v1/openapi.json", ServeApi.ROOT, FleetApi.ROOT);

  private static final Set<String> OF_READERS = Set.of("/api/v1/mappings", "/api/v1/sources");

  private final TraceStore store;
  private final @Nullable FleetApi runs;

  KeyRules(TraceStore store, @Nullable FleetApi runs) {
    this.store = store;
    this.runs = runs;
  }

  @Override
  public void permit(Exchange exchange, String pattern) throws IOException {
    Grant grant = exchange.grant();
    if (grant.isAll()) {
      return;
    }
    boolean isPermitted =
        switch (exchange.method()) {
          case "GET", "HEAD" -> mayGet(exchange, pattern);
          case "POST" ->
              (UPLOADS.contains(pattern) && grant.role() != Grant.Role.READ)
                  || (OF_READERS.contains(pattern) && grant.role() != Grant.Role.WRITE);
          case "DELETE" -> mayDelete(exchange, pattern);
          default -> false;
        };
    if (!isPermitted) {
      throw new HttpException(403, "this key does not permit that");
    }
  }

  private boolean mayDelete(Exchange exchange, String pattern) throws IOException {
    Grant grant = exchange.grant();
    if (!pattern.equals(ServeApi.ROOT + "/{trace}") || grant.role() != Grant.Role.ADMIN) {
      return false;
    }
    if (!grant.deletes(app(exchange.part("trace")))) {
      throw notThere();
    }
    return true;
  }

  private static HttpException notThere() {
    return HttpException.notFound("this trace does not exist, or has been deleted");
  }

  private boolean mayGet(Exchange exchange, String pattern) throws IOException {
    List<String> parts = List.of(pattern.split("/", -1));
    Grant grant = exchange.grant();
    if (grant.role() == Grant.Role.WRITE) {
      return COMMON.contains(pattern);
    }
    for (String each : List.of("trace", "base")) {
      if (parts.contains("{" + each + "}") && !grant.reads(app(exchange.part(each)))) {
        throw notThere();
      }
    }
    boolean isPage = !pattern.startsWith("/api/");
    boolean isOfTrace = parts.contains("{trace}");
    // The route looks at the application.
    boolean isOfApp = pattern.startsWith(FleetApi.ROOT + "/{app}");
    return isPage || isOfTrace || isOfApp || COMMON.contains(pattern);
  }

  /** Returns the application of a trace; of none, a name that no key has. */
  private String app(String id) throws IOException {
    Optional<String> ofEntry = store.entry(id).map(StoreEntry::app);
    if (ofEntry.isPresent() || runs == null) {
      return ofEntry.orElse("");
    }
    return runs.app(id).orElse("");
  }
}
