package dev.dexscope.apphost;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * The threads of the JDK's common pool. Their context loader is the app's, as on a device: with the
 * JDK's own, an app that looks up services in {@code CompletableFuture.supplyAsync} would find
 * those of its host. The Java VM makes this object by the name of its class, before there is an
 * app.
 */
public final class CommonPoolThreads implements ForkJoinPool.ForkJoinWorkerThreadFactory {
  @Override
  public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
    return new Worker(pool);
  }

  private static final class Worker extends ForkJoinWorkerThread {
    Worker(ForkJoinPool pool) {
      super(pool);
    }

    @Override
    public @Nullable ClassLoader getContextClassLoader() {
      ClassLoader app = AppClasses.loader();
      return app == null ? super.getContextClassLoader() : app;
    }
  }
}
