package dev.dexscope.vm.runtime;

/** What refuses the network to a thread, such as Android to an app's main thread. */
public final class NetworkGuard {
  private volatile Runnable check = () -> {};

  private NetworkGuard() {}

  private static NetworkGuard ofVm() {
    return VmContext.current().part(NetworkGuard.class, NetworkGuard::new);
  }

  /** Sets it; it throws an exception where it refuses. */
  public static void set(Runnable check) {
    ofVm().check = check;
  }

  /** Called on a thread that is about to wait for the network. */
  public static void check() {
    ofVm().check.run();
  }
}
