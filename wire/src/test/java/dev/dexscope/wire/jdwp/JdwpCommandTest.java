package dev.dexscope.wire.jdwp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdwpCommandTest {
  private static final List<IdSizes> SIZES =
      List.of(IdSizes.EIGHT, IdSizes.DALVIK, new IdSizes(1, 2, 4, 8, 4));

  @Test
  void theTableHasTheSetsOfTheSpecification() {
    int[] commandsOfSets = {22, 19, 4, 1, 1, 5, 0, 0, 9, 1, 15, 3, 3, 1, 3, 4, 1, 2};
    for (int set = 1; set <= commandsOfSets.length; set++) {
      int number = set;
      assertThat(JdwpCommand.all().stream().filter(each -> each.set() == number))
          .as("set " + set)
          .hasSize(commandsOfSets[set - 1]);
    }
    assertThat(JdwpCommand.all()).hasSize(IntStream.of(commandsOfSets).sum() + 2);
    assertThat(JdwpCommand.of(199, 1)).map(JdwpCommand::name).hasValue("DDM.Chunk");
  }

  @Property(tries = 200)
  void everyCommandAndReplyComesBack(@ForAll long seed) {
    for (IdSizes sizes : SIZES) {
      RandomFields random = new RandomFields(seed, sizes);
      for (JdwpCommand command : JdwpCommand.all()) {
        for (Layout layout : List.of(command.request(), command.reply())) {
          Fields fields = random.of(layout);
          byte[] bytes = layout.write(fields, sizes);
          assertThat(layout.read(command.name(), bytes, sizes)).isEqualTo(fields);
        }
      }
    }
  }

  @Property(tries = 50)
  void whatWasCutOffIsRefused(@ForAll long seed) {
    RandomFields random = new RandomFields(seed, IdSizes.EIGHT);
    for (JdwpCommand command : JdwpCommand.all()) {
      byte[] bytes = command.request().write(random.of(command.request()), IdSizes.EIGHT);
      boolean mayEndAnywhere =
          bytes.length == 0
              || command.request().parts().stream()
                  .anyMatch(each -> each.equals(new Layout.Single(each.name(), Kind.REST)));
      if (!mayEndAnywhere) {
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatExceptionOfType(WireFormatException.class)
            .isThrownBy(() -> command.request().read(command.name(), cut, IdSizes.EIGHT));
      }
    }
  }

  @Property(tries = 50)
  void idsGetOtherNumbersAndBack(@ForAll long seed) {
    RandomFields random = new RandomFields(seed, IdSizes.EIGHT);
    for (JdwpCommand command : JdwpCommand.all()) {
      Fields fields = random.of(command.reply());
      Fields moved = command.reply().rewrite(fields, (kind, id) -> id + kind.name().hashCode());
      Fields back = command.reply().rewrite(moved, (kind, id) -> id - kind.name().hashCode());
      assertThat(back).isEqualTo(fields);
    }
  }

  @Test
  void aBreakpointInBytes() {
    Fields modifier =
        Fields.NONE.with("modKind", 7).with("location", new Datum.Location(1, 0x10, 0x20, 0x30));
    Fields arguments =
        Fields.NONE
            .with("eventKind", 2)
            .with("suspendPolicy", 1)
            .with("modifiers", List.of(modifier));
    byte[] bytes = JdwpCommand.named("EventRequest.Set").request().write(arguments, IdSizes.EIGHT);
    assertThat(bytes)
        .isEqualTo(
            Pipes.bytes("02 01 00000001 07 01 0000000000000010 0000000000000020 0000000000000030"));
  }

  @Test
  void aStepInTwoEventsInBytes() {
    byte[] bytes =
        Pipes.bytes(
            "02 00000002"
                + " 01 00000005 0000000000000007 01 0000000000000010 00000020 0000000000000003"
                + " 63 00000000");
    Fields read =
        JdwpCommand.named("Event.Composite").request().read("test", bytes, IdSizes.DALVIK);
    Fields step = read.list("events").getFirst();
    assertThat(step.number("requestID")).isEqualTo(5);
    assertThat(step.location("location")).isEqualTo(new Datum.Location(1, 0x10, 0x20, 3));
    assertThat(read.list("events").get(1).number("eventKind")).isEqualTo(99);
  }

  @Test
  void idsAreRewrittenByTheirKinds() {
    Fields frames =
        JdwpCommand.named("ThreadReference.Frames")
            .reply()
            .rewrite(
                Fields.NONE.with(
                    "frames",
                    List.of(
                        Fields.NONE
                            .with("frameID", 1)
                            .with("location", new Datum.Location(1, 2, 3, 4)))),
                (kind, id) -> kind == Kind.METHOD ? 33 : kind == Kind.FRAME ? 11 : id);
    Fields frame = frames.list("frames").getFirst();
    assertThat(frame.number("frameID")).isEqualTo(11);
    assertThat(frame.location("location")).isEqualTo(new Datum.Location(1, 2, 33, 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7fffffff", "ffffffff", "00000002"})
  void aCountWithoutItsEntriesIsRefused(String count) {
    byte[] bytes = Pipes.bytes(count + "01 0000000000000001");
    JdwpCommand.all().stream()
        .filter(each -> each.reply().parts().size() == 1)
        .filter(each -> each.reply().parts().getFirst() instanceof Layout.Repetition)
        .forEach(each ->
            assertThatExceptionOfType(WireFormatException.class)
                .isThrownBy(
                    () -> each.reply().read(each.name(), bytes, new IdSizes(8, 8, 8, 8, 8))));
  }

  @Test
  void entriesThatWouldFillTheHeapAreRefused() {
    int count = (1 << 20) + 1;
    byte[] bytes = WireWriter.bigEndian().i4(count).bytes(new byte[count]).toBytes();
    JdwpCommand threads = JdwpCommand.named("VirtualMachine.AllThreads");
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> threads.reply().read("test", bytes, new IdSizes(1, 1, 1, 1, 1)))
        .withMessageContaining("1048577 entries");
  }

  @Test
  void aNameThatIsNoneIsTold() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> JdwpCommand.named("VirtualMachine.Versoin"))
        .withMessageContaining("Versoin");
  }
}
