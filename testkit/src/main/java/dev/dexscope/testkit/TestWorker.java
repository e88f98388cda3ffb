package dev.dexscope.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A process that runs test classes for scripts/RunTests.java: it is sent the name of a class over a
 * connection, writes a report of it, and sends back the counts. Its standard streams are the
 * tests'.
 */
public final class TestWorker {
  private TestWorker() {}

  /**
   * Runs classes until an empty name comes.
   *
   * @param args the port to connect to, the folder of reports, and the tags of tests to leave out
   */
  public static void main(String[] args) throws IOException {
    Path reports = Files.createDirectories(Path.of(args[1]));
    Launcher launcher = LauncherFactory.create();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        var in = new DataInputStream(socket.getInputStream());
        var out = new DataOutputStream(socket.getOutputStream())) {
      for (String name = in.readUTF(); !name.isEmpty(); name = in.readUTF()) {
        var report = new TestReport(name);
        launcher.execute(request(name, List.of(args).subList(2, args.length)), report);
        report.write(reports);
        out.writeInt(report.tests());
        out.writeInt(report.failed());
        out.flush();
      }
    }
    // Threads that tests have left must not keep the process.
    System.exit(0);
  }

  private static LauncherDiscoveryRequest request(String name, List<String> tags) {
    var builder =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(name))
            .configurationParameter("jqwik.database", "target/jqwik-database")
            .configurationParameter("jqwik.reporting.onlyfailures", "true")
            // Inputs that are only run again need no changed code, which is several times slower.
            .configurationParameter("jazzer.hooks", "false");
    if (!tags.isEmpty()) {
      builder.filters(TagFilter.excludeTags(tags));
    }
    return builder.build();
  }
}
