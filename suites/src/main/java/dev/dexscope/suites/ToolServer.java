package dev.dexscope.suites;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.Diagnostic;
import com.android.tools.r8.DiagnosticsHandler;
import com.android.tools.r8.origin.Origin;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;

/**
 * Runs javac, d8 and smali for shell scripts in this VM. Scripts speak to it through {@code
 * suites/vm.d/tool}: a token that only the scripts of this run know, the number of words, the
 * script's folder, then the words, each ended by a zero byte. The answer is the exit code, then
 * what the tool printed.
 */
final class ToolServer implements AutoCloseable {
  private static final int MAX_WORDS = 100_000;
  private static final int MAX_WORD = 1 << 16;

  /** Options of javac that are followed by paths. */
  private static final Set<String> PATHS =
      Set.of("-d", "-cp", "-classpath", "-sourcepath", "-bootclasspath");

  private final ServerSocket server;
  private final String token;

  ToolServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    byte[] secret = new byte[16];
    new SecureRandom().nextBytes(secret);
    token = HexFormat.of().formatHex(secret);
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  String token() {
    return token;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        // A thread with a big stack of its own: compilers recurse.
        Thread.ofPlatform().daemon().stackSize(64 << 20).start(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new DataInputStream(socket.getInputStream());
      if (!word(in).equals(token)) {
        return;
      }
      int count = Integer.parseInt(word(in));
      if (count < 1 || count > MAX_WORDS) {
        return;
      }
      Path folder = Path.of(word(in));
      String tool = word(in);
      var words = new ArrayList<String>(count);
      for (int i = 1; i < count; i++) {
        words.add(word(in));
      }
      var printed = new StringWriter();
      int status = run(tool, words, folder, new PrintWriter(printed, true));
      String answer = status + "\n" + printed;
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The script is gone, killed by its time limit: nobody is left to answer.
    }
  }

  private static String word(InputStream in) throws IOException {
    var bytes = new java.io.ByteArrayOutputStream();
    for (int b = in.read(); b > 0; b = in.read()) {
      if (bytes.size() == MAX_WORD) {
        throw new IOException("a word is too long");
      }
      bytes.write(b);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static int run(String tool, List<String> words, Path folder, PrintWriter out) {
    try {
      return switch (tool) {
        case "javac" -> javac(words, folder, out);
        case "d8" -> d8(words, folder, out);
        case "smali" -> smali(words, folder);
        default -> throw new IllegalArgumentException("no tool of the name " + tool);
      };
    } catch (CompilationFailedException e) {
      return 1; // it has said why
    } catch (IOException | RuntimeException | StackOverflowError e) {
      out.println(tool + ": " + e);
      return 1;
    }
  }

  private static int javac(List<String> words, Path folder, PrintWriter out) {
    var args = new ArrayList<String>();
    String before = "";
    for (String word : words) {
      boolean isPath = PATHS.contains(before) || word.endsWith(".java");
      args.add(isPath ? absolute(folder, word) : word);
      before = word;
    }
    var javac = java.util.spi.ToolProvider.findFirst("javac").orElseThrow();
    return javac.run(out, out, args.toArray(String[]::new));
  }

  private static int d8(List<String> words, Path folder, PrintWriter out)
      throws CompilationFailedException {
    var args = new ArrayList<String>();
    String before = "";
    for (String word : words) {
      if (before.equals("--min-api") || word.startsWith("-")) {
        // Merging at level 1000 would mean the newest format; what the tests have fits this one.
        args.add(word.equals("1000") ? "29" : word);
      } else {
        args.add(absolute(folder, word));
      }
      before = word;
    }
    var handler =
        new DiagnosticsHandler() {
          @Override
          public void error(Diagnostic error) {
            out.println("Error: " + error.getDiagnosticMessage());
          }

          @Override
          public void warning(Diagnostic warning) {
            out.println("Warning: " + warning.getDiagnosticMessage());
          }

          @Override
          public void info(Diagnostic info) {}
        };
    D8.run(D8Command.parse(args.toArray(String[]::new), Origin.unknown(), handler).build());
    return 0;
  }

  private static int smali(List<String> words, Path folder) throws IOException {
    var options = new SmaliOptions();
    options.jobs = 1;
    var files = new ArrayList<String>();
    String before = "";
    for (String word : words) {
      switch (before) {
        case "--api" -> options.apiLevel = Integer.parseInt(word);
        case "--output" -> options.outputDexFile = absolute(folder, word);
        default -> {
          if (word.endsWith(".smali")) {
            files.add(absolute(folder, word));
          }
        }
      }
      before = word;
    }
    return Smali.assemble(options, files) ? 0 : 1;
  }

  private static String absolute(Path folder, String paths) {
    return List.of(paths.split(":")).stream()
        .map(path -> folder.resolve(path).normalize().toString())
        .collect(Collectors.joining(":"));
  }
}
