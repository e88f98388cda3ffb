package dev.dexscope.web.fleet;

import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/**
 * A store of an application whose version 2.10 has a method that became slower, one that became
 * faster, and a new one.
 */
public final class StoreOfRuns {
  /** Of each version on each of two devices. */
  public static final int RUNS = 12;

  public static final String APP = "org.example.shop";
  static final String SLOWER = "org.example.shop.Cart.total(I)V";
  static final String NEW = "org.example.shop.Banner.show(I)V";
  private static final String[] VERSIONS = {"2.7", "2.8", "2.9", "2.10"};

  /** The methods with the number of their caller and their own time in microseconds. */
  private record Node(String type, String method, int caller, long micros) {}

  private static final Node[] NODES = {
    new Node("Main", "onCreate", -1, 900),
    new Node("Catalogue", "load", 0, 2000),
    new Node("Json", "parse", 1, 5200),
    new Node("Json", "text", 2, 2100),
    new Node("Cart", "restore", 0, 700),
    new Node("Cart", "total", 4, 3000),
    new Node("Price", "round", 5, 800),
    new Node("Images", "decode", 0, 6400),
    new Node("Images", "scale", 7, 1900),
    new Node("Banner", "show", 0, 0),
  };

  private StoreOfRuns() {}

  /** Makes it in a new folder. */
  public static RunStore make(Path folder, boolean keepTraces) throws IOException {
    RunStore store = RunStore.init(folder.resolve("runs"));
    var random = new Random(5);
    long start = 1_760_000_000_000_000L;
    for (int v = 0; v < VERSIONS.length; v++) {
      try (var adding = store.adding(keepTraces)) {
        for (int run = 0; run < 2 * RUNS; run++) {
          Path trace = folder.resolve("shop-" + VERSIONS[v] + "-" + run + ".trace");
          write(trace, start++, v, run % 2 == 0 ? 1 : 2.5, random);
          adding.add(
              trace,
              TraceOptions.PLAIN,
              Facts.of(
                  Map.of(
                      "app",
                      APP,
                      "version",
                      VERSIONS[v],
                      "device",
                      run % 2 == 0 ? "Pixel 8" : "A <b>14</b>",
                      "api",
                      run % 2 == 0 ? "35" : "31",
                      "scenario",
                      "start",
                      "day",
                      "2026-11-0" + (v + 1))));
        }
      }
    }
    return store;
  }

  private static void write(Path file, long start, int version, double speed, Random random)
      throws IOException {
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.start(start);
      for (int m = 0; m < NODES.length; m++) {
        String type = "org.example.shop." + NODES[m].type();
        out.method(new Method(4 + 4L * m, type, NODES[m].method(), "(I)V", "S.java", m));
      }
      out.thread(1, "main");
      enter(out, 0, 0, version, speed, random);
    }
  }

  private static long enter(
      TraceviewWriter out, int node, long time, int version, double speed, Random random)
      throws IOException {
    long now = time + 1;
    out.record(1, 4 + 4 * node, TraceviewWriter.ENTER, now, now);
    for (int child = node + 1; child < NODES.length; child++) {
      if (NODES[child].caller() == node && (version == 3 || child < 9)) {
        now = enter(out, child, now, version, speed, random);
      }
    }
    double own = node == 9 ? 1500 : NODES[node].micros();
    if (version == 3) {
      own *= node == 5 ? 1.6 : node == 8 ? 0.5 : 1;
    }
    now += Math.max(1, (long) (own * speed * (1 + 0.04 * random.nextGaussian())));
    out.record(1, 4 + 4 * node, TraceviewWriter.EXIT, now, now);
    return now;
  }
}
