package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

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

    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("4");
    assertThat(suite.getAttribute("failures")).isEqualTo("2");
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(test(suite, 0).getAttribute("time")).isEqualTo("1.500");
    assertThat(test(suite, 1).getAttribute("name")).isEqualTo("bad<int>");
    assertThat(test(suite, 1).getTextContent())
        .isEqualTo("java.lang.AssertionError: 1 < 2 & \"x\"\n\tat a.T.bad(T.java:1)");
    assertThat(test(suite, 3).getTextContent()).isEqualTo("the process ended in this test");
  }

  private static Element test(Element suite, int index) {
    return (Element) suite.getElementsByTagName("testcase").item(index);
  }
}
