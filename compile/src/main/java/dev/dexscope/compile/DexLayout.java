package dev.dexscope.compile;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Puts together what the start of an app needs of its dex code: D8 moves those classes into the
 * first files, and their methods to the fronts of these, as it does when it builds an app with a
 * startup profile.
 */
public final class DexLayout {
  /** Older devices load one file only. */
  public static final int FIRST_API = 21;

  private static final Pattern CODE = Pattern.compile("classes\\d*\\.dex");

  private DexLayout() {}

  /**
   * Replaces the code of a package; its signature is no longer right.
   *
   * @param start rules of the methods of the start, as baseline profiles have them
   * @param api the first API level on which it runs
   * @param output the changed package
   * @throws IOException if an I/O error occurs
   */
  public static void lay(Path apk, String start, int api, Path output) throws IOException {
    Optional<D8> d8 = D8.find();
    if (d8.isEmpty()) {
      throw D8.missing("D8 orders dex code, which is not here", apk);
    }
    lay(d8.get(), apk, start, api, output);
  }

  static void lay(D8 d8, Path apk, String start, int api, Path output) throws IOException {
    try (var folder = TemporaryFolder.make();
        ZipArchive archive = ZipArchive.open(apk)) {
      Path rules = Files.writeString(folder.path().resolve("start.txt"), start);
      Path code = folder.path().resolve("code.jar");
      var bare = new ZipRewriter(ZipArchive.empty(code.toString()));
      var changed = new ZipRewriter(archive);
      for (Entry each : archive.entries()) {
        if (CODE.matcher(each.name()).matches()) {
          bare.put(each.name(), each.read());
          changed.remove(each.name());
        }
      }
      bare.write(code);
      Path laid = folder.path().resolve("laid.zip");
      var work =
          new D8.Work(apk, List.of(code), laid, List.of("--startup-profile", rules.toString()));
      d8.run(work, List.of(), new DexOptions(List.of(), api, DexOptions.Dexing.RELEASE));
      try (ZipArchive made = ZipArchive.open(laid)) {
        for (Entry each : made.entries()) {
          changed.put(each.name(), each.read());
        }
      }
      changed.write(output);
    }
  }
}
