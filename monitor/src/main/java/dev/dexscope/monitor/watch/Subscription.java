package dev.dexscope.monitor.watch;

/** That somebody listens. */
public interface Subscription extends AutoCloseable {
  /** Nothing more is told. What is being told now may still go on. */
  @Override
  void close();
}
