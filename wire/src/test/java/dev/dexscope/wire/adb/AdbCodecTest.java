package dev.dexscope.wire.adb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdbCodecTest {
  @Test
  void aMessageInBytes() {
    AdbMessage message = new AdbMessage(AdbMessage.OPEN, 1, 0, Pipes.bytes("'ls' 00"));
    assertThat(message.toBytes())
        .isEqualTo(Pipes.bytes("'OPEN' 01000000 00000000 03000000 df000000 b0afbab1 'ls' 00"));
    assertThat(message.text()).isEqualTo("ls");
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void messagesComeBack(@ForAll int arg0, @ForAll int arg1, @ForAll byte[] data)
      throws IOException {
    byte[] bytes = new AdbMessage(AdbMessage.WRTE, arg0, arg1, data).toBytes();
    AdbMessage read = AdbMessage.read(Pipes.of(bytes), 1 << 20);
    assertThat(read).isNotNull();
    assertThat(read.toBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "57525445 01000000 01000000 01001000 00000000 a8adabba, with 1048577 bytes",
    "434e584e 01000000 01000000 01100000 00000000 bcb1a7b1, with 4097 bytes",
    "57525445 01000000 01000000 ffffffff 00000000 a8adabba, with 4294967295 bytes",
    "57525445 01000000 01000000 00000000 00000000 a8adabbb, magic number",
    "474554202f20485454502f312e31202d20486f73743a2031, magic number",
  })
  void aMessageThatCannotBeIsRefused(String hex, String reason) {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> AdbMessage.read(Pipes.of(Pipes.bytes(hex)), 1 << 20))
        .withMessageContaining(reason);
  }

  @Test
  void bannersComeBack() {
    AdbBanner banner =
        new AdbBanner("device", Map.of("ro.product.name", "x"), Set.of("cmd", "shell_v2"));
    assertThat(banner.toText()).isEqualTo("device::ro.product.name=x;features=cmd,shell_v2");
    assertThat(AdbBanner.parse(banner.toText())).isEqualTo(banner);
    assertThat(AdbBanner.parse("host")).isEqualTo(new AdbBanner("host", Map.of(), Set.of()));
    assertThat(AdbBanner.parse("device:serial:a=b;features=;;x"))
        .isEqualTo(new AdbBanner("device", Map.of("a", "b"), Set.of()));
  }

  @Test
  void aKeyComesBackFromItsFiles(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("adbkey");
    AdbKey key = AdbKey.generate("us@here");
    key.write(file);
    AdbKey read = AdbKey.read(file);
    assertThat(read.publicKey()).isEqualTo(key.publicKey());
    byte[] token = new byte[AdbPublicKey.TOKEN];
    assertThat(key.publicKey().verifies(token, read.sign(token))).isTrue();
    byte[] other = token.clone();
    other[0] = 1;
    assertThat(key.publicKey().verifies(other, read.sign(token))).isFalse();
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "AAAA",
        "no base64!",
        "QAAAAA==",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----END PRIVATE KEY-----",
        "-----END PRIVATE KEY----------BEGIN PRIVATE KEY-----"
      })
  void whatIsNoKeyIsRefused(String text) {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> AdbPublicKey.parse("adbkey.pub", text));
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> AdbKey.parse("adbkey", text, ""));
  }

  @Provide
  Arbitrary<SyncRequest> requests() {
    Arbitrary<String> path = Arbitraries.strings().ofMaxLength(30);
    return Arbitraries.oneOf(
        path.map(each -> new SyncRequest.Stat(each, SyncRequest.Form.SHORT)),
        path.map(each -> new SyncRequest.Stat(each, SyncRequest.Form.LONG)),
        path.map(each -> new SyncRequest.Stat(each, SyncRequest.Form.LONG_OF_LINK)),
        path.map(each -> new SyncRequest.ListFolder(each, each.length() % 2 == 0)),
        path.map(each -> new SyncRequest.Send(each, 0100644, 0, false)),
        path.map(each -> new SyncRequest.Send(each, 0100644, each.length(), true)),
        path.map(each -> new SyncRequest.Receive(each, 0, false)),
        path.map(each -> new SyncRequest.Receive(each, each.length(), true)),
        Arbitraries.just(new SyncRequest.Quit()));
  }

  @Property
  void requestsOfFilesComeBack(@ForAll("requests") SyncRequest request) throws IOException {
    byte[] bytes = request.toBytes();
    SyncRequest read = SyncRequest.read(Pipes.of(bytes));
    assertThat(read).isNotNull();
    assertThat(read.toBytes()).isEqualTo(bytes);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void statesOfFilesComeBack(@ForAll @Size(10) List<Integer> numbers, @ForAll String name)
      throws IOException {
    FileState whole =
        new FileState(
            0,
            numbers.get(1),
            numbers.get(2),
            numbers.get(3),
            numbers.get(4),
            numbers.get(5),
            numbers.get(6),
            numbers.get(7),
            numbers.get(8),
            numbers.get(9),
            0);
    FileState brief = FileState.of(numbers.get(0) | 1, numbers.get(1) & 0xffffffffL, 7);
    for (SyncRequest.Form form : SyncRequest.Form.values()) {
      SyncFrame.State state =
          new SyncFrame.State(form == SyncRequest.Form.SHORT ? brief : whole, form);
      assertThat(SyncFrame.readState(Pipes.of(state.toBytes()), form)).isEqualTo(state);
    }
    for (boolean isLong : new boolean[] {true, false}) {
      String text = name.substring(0, Math.min(name.length(), 100));
      byte[] bytes = new SyncFrame.Entry(text, isLong ? whole : brief, isLong).toBytes();
      assertThat(SyncFrame.readEntry(Pipes.of(bytes), isLong).toBytes()).isEqualTo(bytes);
      byte[] end = new SyncFrame.EndOfList(isLong).toBytes();
      assertThat(SyncFrame.readEntry(Pipes.of(end), isLong).toBytes()).isEqualTo(end);
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void partsOfFilesComeBack(@ForAll byte[] data, @ForAll int time) throws IOException {
    for (SyncFrame each :
        List.of(
            new SyncFrame.Data(data),
            new SyncFrame.Done(time & 0xffffffffL),
            new SyncFrame.Okay(),
            new SyncFrame.Fail("no " + time))) {
      byte[] bytes = each.toBytes();
      assertThat(SyncFrame.readTransfer(Pipes.of(bytes)).toBytes()).isEqualTo(bytes);
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void packetsOfShellsComeBack(@ForAll byte[] data) throws IOException {
    byte[] bytes = new ShellPacket(data.length % 6, data).toBytes();
    ShellPacket read = ShellPacket.read(Pipes.of(bytes));
    assertThat(read).isNotNull();
    assertThat(read.toBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'STAT' 01040000",
        "'SEND' 05000000 '/a,bc'",
        "'SEND' 02000000 '/a'",
        "'SND2' 02000000 '/a' 'DATA' 00000000 00000000",
        "'XXXX' 00000000",
      })
  void aRequestThatCannotBeIsRefused(String hex) {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> SyncRequest.read(Pipes.of(Pipes.bytes(hex))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'DATA' 01000100", "'FAIL' ffffffff", "'XXXX' 00000000"})
  void aPartThatCannotBeIsRefused(String hex) {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> SyncFrame.readTransfer(Pipes.of(Pipes.bytes(hex))));
  }
}
