package dev.dexscope.vm.runtime;

import java.io.IOException;
import java.net.URL;
import java.util.function.Predicate;

/**
 * Refuses the network to a thread, as Android does to an app's main thread, and refuses hosts
 * without encryption.
 */
public final class NetworkGuard {
  private volatile Runnable check = () -> {};
  private volatile Predicate<String> hosts = host -> true;

  private NetworkGuard() {}

  private static NetworkGuard ofVm() {
    return VmContext.current().part(NetworkGuard.class, NetworkGuard::new);
  }

  /** Sets it; it throws an exception where it refuses. */
  public static void set(Runnable check) {
    ofVm().check = check;
  }

  /** Sets which hosts may be reached without encryption. */
  public static void setHosts(Predicate<String> hosts) {
    ofVm().hosts = hosts;
  }

  /** Called for a connection that is about to be made. */
  public static void check(URL url) throws IOException {
    if (url.getProtocol().equals("http") && !ofVm().hosts.test(url.getHost())) {
      throw new IOException("Cleartext HTTP traffic to " + url.getHost() + " not permitted");
    }
    check();
  }

  /** Called on a thread that is about to wait for the network. */
  public static void check() {
    ofVm().check.run();
  }
}
