package dev.dexscope.apphost;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.ProgramPackage;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.vm.Framework;
import dev.dexscope.vm.Platform;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.robolectric.internal.AndroidSandbox;

/**
 * Android's framework under a program with {@code main}: the phone that apps find, with an
 * application of no code. Its main thread is a thread of its own, which handles the messages of the
 * main looper as they are due; the program runs beside it.
 */
public final class ProgramPlatform implements Platform {
  /** The exit code of a shell for a process that SIGTERM has ended. */
  private static final int ENDED = 128 + 15;

  private static final int FAILED = 1;

  /** Those that write preferences, and run tasks of {@code AsyncTask}. */
  private static final Pattern OWN_THREADS =
      Pattern.compile(
          "queued-work-looper|SharedPreferences|AsyncTask #\\d+|ConnectivityThread|HwuiTask\\d+");

  /** Sandboxes cannot be made twice in a process, and {@code profile} runs a program twice. */
  private static @Nullable AndroidSandbox sandbox;

  private static boolean hasBegun;

  /** Made by the service loader. */
  public ProgramPlatform() {}

  private static int level() {
    return Integer.getInteger(LEVEL);
  }

  private static synchronized AndroidSandbox sandbox() throws IOException {
    AndroidSandbox made = sandbox;
    if (made == null) {
      Path cache = Path.of(System.getProperty("robolectric.dependency.dir"));
      int level = level();
      PartsAhead.begin(cache.resolve("natives-" + level));
      try {
        made = AppMain.sandbox(level, new ThreadGroup("phone"), true);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while the framework started");
      } catch (ExecutionException e) {
        throw new IOException("the framework does not start: " + e.getCause(), e);
      }
      new ClassesAhead(cache.resolve("classes-" + level + ".txt"), loader(made)).begin();
      sandbox = made;
    }
    return made;
  }

  private static AppSandboxLoader loader(AndroidSandbox of) {
    return (AppSandboxLoader) of.getRobolectricClassLoader();
  }

  @Override
  public Framework framework() throws IOException {
    AndroidSandbox made = sandbox();
    AppSandboxLoader loader = loader(made);
    return new Framework(
        loader, loader.framework()::shows, level(), made.getSdk().getJarPath().getFileName() + "");
  }

  /** As on a phone, an exception that no message handles ends the process. */
  private static void handleMessages(AndroidSandbox sandbox, Runnable session) {
    try {
      sandbox.runOnMainThread(session);
    } catch (RuntimeException | Error e) {
      System.err.print("Exception in thread \"main looper\" ");
      Vm.printStackTrace(e, System.err);
      Runtime.getRuntime().exit(FAILED);
    }
  }

  private static void endWith(ProcessHandle command) {
    var _ = command.onExit().thenRun(() -> Runtime.getRuntime().halt(ENDED));
  }

  @Override
  public boolean isOwn(Thread thread) {
    return OWN_THREADS.matcher(thread.getName()).matches();
  }

  @Override
  public void runs(ClassLoader program) {
    Vm.viewFrames(AppFrames::seen);
    AppClasses.set(program, loader(Objects.requireNonNull(sandbox)).framework());
  }

  @Override
  public void begin() throws IOException {
    if (hasBegun) {
      return;
    }
    hasBegun = true;
    // The command's standard input is the program's, so that no tether can be at it.
    ProcessHandle.current().parent().ifPresent(ProgramPlatform::endWith);
    AndroidSandbox made = sandbox();
    TemporaryFolder folder = TemporaryFolder.make();
    Path apk = ProgramPackage.write(folder.path(), level());
    AppRequest request = AppRequest.ofProgram(apk, level(), folder.path());
    AndroidKeys.install(request.keys());
    var events = new EventLog(request.events());
    var isReady = new CountDownLatch(1);
    try {
      var session =
          (Runnable)
              loader(made)
                  .loadClass(RobolectricSandbox.DEVICE + "ProgramSession")
                  .getConstructor(
                      AndroidSandbox.class,
                      AppManifest.class,
                      AppRequest.class,
                      EventLog.class,
                      Runnable.class)
                  .newInstance(
                      made, AppManifest.of(apk), request, events, (Runnable) isReady::countDown);
      Thread.ofPlatform()
          .daemon()
          .name("dexscope main looper")
          .start(() -> handleMessages(made, session));
      isReady.await();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the framework started");
    }
  }
}
