package dev.dexscope.web.serve;

import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Grant;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.RateLimit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Limits uploads: of each key, or of each address where there are no keys. */
final class UploadRate {
  private static final int MINUTE = 60;

  private final int perMinute;
  private final RateLimit byAddress;
  private final Map<String, RateLimit> byKey = new ConcurrentHashMap<>();

  UploadRate(int perMinute) {
    this.perMinute = perMinute;
    this.byAddress = limit(perMinute);
  }

  private static RateLimit limit(int perMinute) {
    return new RateLimit(perMinute, Duration.ofMinutes(1), InstantSource.system());
  }

  /**
   * Counts an upload.
   *
   * @throws HttpException if it is one too many, with the time after which one more is taken
   */
  void count(Exchange exchange) {
    Grant grant = exchange.grant();
    int most = grant.perMinute() == 0 ? perMinute : grant.perMinute();
    boolean takes =
        grant.key().isEmpty()
            ? byAddress.takes(exchange.client())
            : byKey.computeIfAbsent(grant.key(), _ -> limit(most)).takes(grant.key());
    if (!takes) {
      exchange.header("Retry-After", Integer.toString((MINUTE + most - 1) / most));
      String of = grant.key().isEmpty() ? "from one address" : "with this key";
      throw new HttpException(429, most + " uploads a minute are taken " + of);
    }
  }
}
