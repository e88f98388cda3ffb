import com.android.tools.r8.CompilationMode;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * An app: a folder with its manifest, resources ({@code res}) and Java sources ({@code java}), and
 * what it is compiled against beside Android's API of old ({@code stubs}).
 *
 * @param isDebugBuild whether debuggers may attach, and find the names of local variables
 */
record App(Path folder, boolean isDebugBuild) {
  /** As its manifest has it. */
  private static final int MIN_SDK = 21;

  /** Makes the package, or says why it is left out. */
  void make(Path apk) throws Exception {
    var aapt2 = Aapt2.unpack(apk.resolveSibling("aapt2"));
    if (!aapt2.runs()) {
      Files.deleteIfExists(apk);
      System.err.println(apk.getFileName() + " is left out: aapt2 does not run on this machine");
      return;
    }
    Path work = empty(apk.resolveSibling(apk.getFileName() + ".work"));
    Path generated = work.resolve("java");
    Path resources = work.resolve("resources.apk");
    Path classes = Files.createDirectories(work.resolve("classes"));
    aapt2.link(folder.resolve("AndroidManifest.xml"), folder.resolve("res"), generated, resources);
    List<Path> android = new ArrayList<>(android());
    Path newer = folder.resolve("stubs");
    if (Files.exists(newer)) {
      Path stubs = Files.createDirectories(work.resolve("stubs"));
      compile(List.of(newer), android, stubs);
      android.add(stubs);
    }
    compile(List.of(folder.resolve("java"), generated), android, classes);
    try (var archive = ZipArchive.open(resources)) {
      ZipRewriter content = new ZipRewriter(archive);
      if (isDebugBuild) {
        Manifest manifest = Manifest.of(archive);
        manifest.makeDebuggable();
        content.put(Manifest.ENTRY, manifest.write());
      }
      var mode = isDebugBuild ? CompilationMode.DEBUG : CompilationMode.RELEASE;
      SignedPackage.write(content, classes, android, MIN_SDK, mode, apk);
    }
  }

  private static Path empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }

  /** The jars on the class path that hold Android's classes. */
  private static List<Path> android() throws IOException, URISyntaxException {
    return List.of(
        jarOf("android/app/Activity.class"),
        jarOf("javax/microedition/khronos/opengles/GL10.class"),
        jarOf("org/json/JSONObject.class"),
        jarOf("org/xmlpull/v1/XmlPullParser.class"));
  }

  private static Path jarOf(String name) throws IOException, URISyntaxException {
    var connection = (JarURLConnection) ClassLoader.getSystemResource(name).openConnection();
    return Path.of(connection.getJarFileURL().toURI());
  }

  private void compile(List<Path> sources, List<Path> library, Path classes)
      throws IOException {
    String classPath =
        library.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    var arguments = new ArrayList<>(List.of("--release", "8", "-encoding", "UTF-8"));
    arguments.addAll(List.of("-Xlint:all,-options", "-Werror", "-d", classes.toString()));
    arguments.addAll(List.of("-classpath", classPath));
    if (isDebugBuild) {
      arguments.add("-g");
    }
    for (Path source : sources) {
      try (Stream<Path> files = Files.walk(source)) {
        files.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(arguments::add);
      }
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
      throw new IOException("the app's sources do not compile");
    }
  }
}
