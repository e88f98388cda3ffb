import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import maestro.Maestro;
import maestro.android.AndroidDeviceConnection;
import maestro.drivers.AndroidDriver;
import maestro.drivers.LocaleRetryPolicy;
import maestro.orchestra.MaestroCommand;
import maestro.orchestra.Orchestra;
import maestro.orchestra.debug.CommandOutcome;
import maestro.orchestra.debug.OrchestraListener;
import maestro.orchestra.yaml.YamlCommandReader;
import maestro.utils.MetricsProvider;

/**
 * Runs flows in Maestro's YAML by Maestro's own libraries, as its command line does, and prints a line for each command.
 *
 * <pre>java -cp 'jars/*' RunFlows.java PORT FLOW...</pre>
 */
class RunFlows {
  private static final int DRIVER_PORT = 7931;
  private static final int MILLIS_TO_CONNECT = 10_000;
  private static final int MILLIS_TO_ANSWER = 120_000;

  private static final AtomicInteger asked = new AtomicInteger();
  private static final AtomicInteger done = new AtomicInteger();

  static void main(String[] args) throws Exception {
    AndroidDeviceConnection connection =
        AndroidDeviceConnection.Companion.open(
            "127.0.0.1", Integer.parseInt(args[0]), DRIVER_PORT, MILLIS_TO_CONNECT, MILLIS_TO_ANSWER, true);
    long start = System.nanoTime();
    var driver = new AndroidDriver(connection, "", true, MetricsProvider.INSTANCE.getInstance(), new LocaleRetryPolicy());
    try (Maestro maestro = Maestro.Companion.android(driver, true)) {
      System.out.printf("driver, %d ms%n", (System.nanoTime() - start) / 1_000_000);
      for (String flow : List.of(args).subList(1, args.length)) {
        run(maestro, Path.of(flow));
      }
    }
    System.out.printf("%d of %d commands%n", done.get(), asked.get());
    System.exit(done.get() == asked.get() ? 0 : 1);
  }

  private static void run(Maestro maestro, Path flow) throws Exception {
    System.out.println(flow.getFileName());
    List<MaestroCommand> commands = YamlCommandReader.INSTANCE.readCommands(flow);
    Orchestra orchestra = orchestra(maestro, new Printer());
    try {
      BuildersKt.runBlocking(
          EmptyCoroutineContext.INSTANCE, (_, continuation) -> orchestra.runFlow(commands, continuation));
    } catch (Exception e) {
      System.out.println("  stopped: " + e);
    }
  }

  /** All parameters but two have defaults, which Kotlin gives to those whose bit is set. */
  private static Orchestra orchestra(Maestro maestro, OrchestraListener listener) throws Exception {
    for (Constructor<?> each : Orchestra.class.getConstructors()) {
      Class<?>[] types = each.getParameterTypes();
      if (each.isSynthetic()) {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
          values[i] = Array.get(Array.newInstance(types[i], 1), 0);
        }
        values[0] = maestro;
        values[3] = List.of(listener);
        values[types.length - 2] = ((1 << (types.length - 2)) - 1) & ~0b1001;
        return (Orchestra) each.newInstance(values);
      }
    }
    throw new IllegalStateException("this Maestro's Orchestra has no parameters with defaults");
  }

  private static final class Printer implements OrchestraListener {
    @Override
    public void onCommandFinished(MaestroCommand command, CommandOutcome outcome, long start, long end) {
      boolean isDone = outcome.toCommandStatus().name().equals("COMPLETED");
      asked.incrementAndGet();
      if (isDone) {
        done.incrementAndGet();
      }
      System.out.printf("  %s %s, %d ms%s%n", isDone ? "ok  " : "FAIL", command.description(), end - start, isDone ? "" : ": " + outcome);
    }
  }
}
