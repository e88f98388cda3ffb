import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The build's own step: {@code MakePackages CLASSES TARGET [tests]} makes the samples' packages that
 * are older than their sources, and those that only tests use if the last word is there.
 */
final class MakePackages {
  private MakePackages() {}

  public static void main(String[] args) throws Exception {
    Path classes = Path.of(args[0]);
    Path target = Path.of(args[1]);

    Path crunch = target.resolve("json-crunch.apk");
    if (isDue(crunch, classes)) {
      new Program("dev.dexscope.samples.crunch", classes).make(crunch);
    }
    Path birdbook = target.resolve("birdbook.apk");
    Path app = Path.of("src/birdbook");
    if (isDue(birdbook, app)) {
      new App(app, false).make(birdbook);
    }
    if (args.length == 2) {
      return;
    }
    Path debugBuild = target.resolve("birdbook-debug.apk");
    if (isDue(debugBuild, app)) {
      new App(app, true).make(debugBuild);
    }
    Path motion = target.resolve("motion.apk");
    Path itsSources = Path.of("src/motion");
    if (isDue(motion, itsSources)) {
      new App(itsSources, false).make(motion);
    }
    Path phone = target.resolve("phone.apk");
    Path itsCalls = Path.of("src/phone");
    if (isDue(phone, itsCalls)) {
      new App(itsCalls, false).make(phone);
    }
    Path tests = target.resolve("birdbook-tests.apk");
    Path itsTests = Path.of("src/birdbook-tests");
    if (isDue(tests, itsTests)) {
      new App(itsTests, false).make(tests);
    }
  }

  /** Whether a package is missing or older than what it is made of, which these sources are too. */
  private static boolean isDue(Path apk, Path sources) throws IOException {
    if (!Files.exists(apk)) {
      return true;
    }
    long built = Files.getLastModifiedTime(apk).toMillis();
    for (Path source : List.of(sources, Path.of("src/build"), Path.of("pom.xml"))) {
      try (Stream<Path> files = Files.walk(source)) {
        // A folder's time changes when a file comes or goes.
        if (files.anyMatch(each -> each.toFile().lastModified() >= built)) {
          return true;
        }
      }
    }
    return false;
  }
}
