package dev.dexscope.art;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AgentMessagesTest {
  private static final String IMAGE =
      "launcher E 11-29 03:10:20 10657 10657 image_space.cc:3703] Could not create image space\n";
  private static final String UNLOADED =
      "launcher E 11-29 03:10:20 10657 10657 runtime.cc:1777] Unable to load an agent: Unable to"
          + " dlopen /a.so: no such file\n";
  private static final String REFUSED =
      """
      launcher F 11-29 03:10:15 10565 10565 runtime.cc:1773] Unable to initialize agent!
      Runtime aborting...
      """;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String copy(String text, boolean isLogShown) throws IOException {
    InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return String.valueOf(new AgentMessages(out, isLogShown).copy(in));
  }

  @Test
  void programsLinesAreCopiedAndTheLogsAreNot() throws IOException {
    String program = "launch\n\nlauncher\nlaunchers E\nänd launcher E\n";
    assertThat(copy(program + IMAGE + "launch", false)).isEqualTo("null");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(program + "launch");
  }

  @Test
  void theLogIsCopiedIfRequested() throws IOException {
    copy("a\n" + IMAGE + "b", true);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\n" + IMAGE + "b");
  }

  @Test
  void anAgentThatIsNotLoadedIsReportedWithItsReason() throws IOException {
    assertThat(copy(IMAGE + UNLOADED + "hello\n", false))
        .isEqualTo("Unable to dlopen /a.so: no such file");
    assertThat(out.size()).isZero();
  }

  @Test
  void anAgentThatRefusesEndsTheRunWithoutTheStacksOfItsThreads() throws IOException {
    assertThat(copy("from the agent\n" + REFUSED, false)).isEqualTo("its Agent_OnLoad has failed");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("from the agent\n");
  }

  @Test
  void aLongLineOfTheLogIsBounded() throws IOException {
    assertThat(copy("launcher E " + "x".repeat(100_000) + "\nafter\n", false)).isEqualTo("null");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("after\n");
  }
}
