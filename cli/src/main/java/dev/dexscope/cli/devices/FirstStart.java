package dev.dexscope.cli.devices;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppProcess;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.process.JavaVm;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.dex.write.DexBuilder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The first start of an app on a framework, which records what all apps load: others then start
 * from an archive of it. Its activity is one of Android's own.
 */
public final class FirstStart {
  private static final String NAME = "dev.dexscope.first";

  /** It has a list, and so most of what screens are made of. */
  private static final String ACTIVITY = "android.app.ListActivity";

  /** The first level with today's format of dex files. */
  private static final int LEAST_LEVEL = 21;

  private FirstStart() {}

  /**
   * Has it done by a process that outlives this one, unless it has been done, or there is no
   * framework.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void later(AppFramework framework, int level) throws IOException {
    if (isDue(framework, level)) {
      var _ = start(level);
    }
  }

  /**
   * Does it; what the app prints is of no use to anybody.
   *
   * @return whether it has started
   * @throws IOException if an I/O error occurs
   */
  public static boolean now(int level) throws IOException {
    try {
      return start(level).waitFor() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a first app started");
    }
  }

  /**
   * Returns whether there is a framework, and nobody has done it.
   *
   * @throws IOException if an I/O error occurs
   */
  public static boolean isDue(AppFramework framework, int level) throws IOException {
    return framework.isInstalled(level) && !AppProcess.startsFast(framework, level);
  }

  private static Process start(int level) throws IOException {
    List<String> command = new ArrayList<>(List.of(JavaVm.program()));
    command.addAll(JavaVm.BRIEF);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(FirstStart.class.getName(), level + ""));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    return process;
  }

  /**
   * Does it; the archive is made by one more process.
   *
   * @param args the level
   */
  public static void main(String[] args) throws IOException {
    System.exit(run(AppFramework.ofUser(), Integer.parseInt(args[0])));
  }

  private static int run(AppFramework framework, int level) throws IOException {
    Manifest manifest = Manifest.create(NAME, LEAST_LEVEL, level);
    manifest.addLauncherActivity(ACTIVITY);
    DexBuilder code = DexBuilder.ofVersion(35);
    code.define("Lfirst/Nothing;", _ -> {});
    try (var folder = TemporaryFolder.make()) {
      Path app = folder.path().resolve("first.apk");
      new ZipRewriter(ZipArchive.empty(app.toString()))
          .put(Manifest.ENTRY, manifest.write())
          .put("classes.dex", code.build())
          .write(app);
      Path files = Files.createDirectory(folder.path().resolve("files"));
      return AppProcess.run(framework, AppRequest.of(app, level, files), List.of()).exitCode();
    }
  }
}
