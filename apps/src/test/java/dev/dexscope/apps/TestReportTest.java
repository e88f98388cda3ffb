package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportTest {
  @TempDir Path folder;

  /** Lines as a device's am has printed them. */
  private static final String LINES =
      """
      INSTRUMENTATION_STATUS: class=a.T
      INSTRUMENTATION_STATUS: test=good
      INSTRUMENTATION_STATUS_CODE: 1
      INSTRUMENTATION_STATUS: class=a.T
      INSTRUMENTATION_STATUS: test=good
      INSTRUMENTATION_STATUS_CODE: 0
      INSTRUMENTATION_STATUS: class=a.T
      INSTRUMENTATION_STATUS: test=bad<int>
      INSTRUMENTATION_STATUS_CODE: 1
      INSTRUMENTATION_STATUS: class=a.T
      INSTRUMENTATION_STATUS: stack=java.lang.AssertionError: 1 < 2 & "x"
      \tat a.T.bad(T.java:1)
      INSTRUMENTATION_STATUS: test=bad<int>
      INSTRUMENTATION_STATUS_CODE: -2
      INSTRUMENTATION_STATUS: class=a.T
      INSTRUMENTATION_STATUS: test=ignored
      INSTRUMENTATION_STATUS_CODE: -3
      INSTRUMENTATION_STATUS: class=a.T
      INSTRUMENTATION_STATUS: test=last
      INSTRUMENTATION_STATUS_CODE: 1
      """;

  @Test
  void theXmlHasEachTestWithItsOutcome() throws Exception {
    Path file = Files.writeString(folder.resolve("raw.txt"), LINES);
    var run = new AppRun(0, List.of(new Event(Kind.STEP, "a.T.good", 1, 1_500_000_000)));

    String xml = TestReport.read(file, run).xml();

    assertThat(xml)
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite name="instrumentation" tests="4" failures="2" errors="0" skipped="1" time="1.500">
              <testcase classname="a.T" name="good" time="1.500"></testcase>
              <testcase classname="a.T" name="bad&lt;int&gt;" time="0.000">\
            <failure message="java.lang.AssertionError: 1 &lt; 2 &amp; &quot;x&quot;">\
            java.lang.AssertionError: 1 &lt; 2 &amp; &quot;x&quot;&#10;&#9;at a.T.bad(T.java:1)\
            </failure></testcase>
              <testcase classname="a.T" name="ignored" time="0.000"><skipped/></testcase>
              <testcase classname="a.T" name="last" time="0.000">\
            <failure message="the process ended in this test">the process ended in this test\
            </failure></testcase>
            </testsuite>
            """);
  }
}
