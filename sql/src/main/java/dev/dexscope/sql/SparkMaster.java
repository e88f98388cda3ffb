package dev.dexscope.sql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Spark cluster, as {@code spark-submit --master} takes it: {@code local[N]},
 * {@code spark://host:port,...}, {@code yarn}, {@code k8s://...}.
 */
public record SparkMaster(String url) {
  private static final Pattern FORM =
      Pattern.compile("local(\\[(\\d{1,4}|\\*)])?|yarn|k8s://\\S+|spark://(\\S+)");

  private static final Pattern HOST = Pattern.compile("(\\[[^\\]]+]|[^:\\[\\]]+):(\\d{1,5})");

  /** Spark itself waits a minute for a master that is not there. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Checks the form.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public SparkMaster {
    Matcher form = FORM.matcher(url);
    if (!form.matches() || (form.group(3) != null && !areAddresses(form.group(3)))) {
      throw new IllegalArgumentException("no master of Spark: " + url);
    }
  }

  private static boolean areAddresses(String text) {
    for (String each : text.split(",", -1)) {
      Matcher host = HOST.matcher(each);
      if (!host.matches() || Integer.parseInt(host.group(2)) > 0xffff) {
        return false;
      }
    }
    return true;
  }

  /** The addresses of a standalone cluster's masters, of which one is active; or none. */
  private List<InetSocketAddress> standalone() {
    List<InetSocketAddress> all = new ArrayList<>();
    Matcher form = FORM.matcher(url);
    if (form.matches() && form.group(3) != null) {
      for (String each : form.group(3).split(",", -1)) {
        Matcher host = HOST.matcher(each);
        if (host.matches()) {
          all.add(new InetSocketAddress(host.group(1), Integer.parseInt(host.group(2))));
        }
      }
    }
    return all;
  }

  /**
   * Whether all of the cluster is on this machine: then nothing needs to be reachable by others.
   */
  boolean isOnThisMachine() {
    List<InetSocketAddress> masters = standalone();
    return masters.isEmpty()
        ? url.startsWith("local")
        : masters.stream().map(InetSocketAddress::getAddress).allMatch(SparkMaster::isLoopback);
  }

  private static boolean isLoopback(@Nullable InetAddress resolved) {
    return resolved != null && resolved.isLoopbackAddress();
  }

  /**
   * Fails at once if no master accepts connections.
   *
   * @throws SqlException if none does
   */
  void check(EngineTitle title) {
    List<InetSocketAddress> masters = standalone();
    IOException last = null;
    for (InetSocketAddress each : masters) {
      try (var socket = new Socket()) {
        if (each.isUnresolved()) {
          throw new UnknownHostException("no host of this name: " + each.getHostString());
        }
        socket.connect(each, Math.toIntExact(PATIENCE.toMillis()));
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    if (last != null) {
      throw SqlException.unusable(title, "Spark's master: " + last.getMessage(), last);
    }
  }
}
