package dev.dexscope.monitor.watch;

/** The registration of a listener. */
public interface Subscription extends AutoCloseable {
  /** Ends further calls. A call in progress may continue. */
  @Override
  void close();
}
