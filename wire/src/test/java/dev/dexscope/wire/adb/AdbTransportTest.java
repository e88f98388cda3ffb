package dev.dexscope.wire.adb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both sides of a transport against each other, and against peers that break its rules. */
@Timeout(60)
class AdbTransportTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final AdbKey KEY = AdbKey.generate("us@test");
  private static final AdbBanner HOST = new AdbBanner("host", Map.of(), Set.of("shell_v2"));
  private static final AdbBanner DEVICE =
      new AdbBanner("device", Map.of("ro.product.name", "x"), Set.of("cmd", "stat_v2"));
  private static final AdbAuthority ALL = new AdbAuthority(List::of, _ -> true);

  private record Both(AdbTransport host, AdbTransport device) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      host.close();
      device.close();
    }
  }

  private static Both connect(AdbAuthority authority, AdbServices services, List<AdbKey> keys)
      throws IOException {
    Pipes.Ends ends = Pipes.connect();
    CompletableFuture<AdbTransport> device =
        CompletableFuture.supplyAsync(() -> {
          try {
            return AdbTransport.accept(ends.far(), DEVICE, authority, PATIENCE, services);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    AdbTransport host = AdbTransport.connect(ends.near(), HOST, keys, PATIENCE);
    return new Both(host, device.join());
  }

  private static final AdbServices ECHO =
      name ->
          name.startsWith("echo")
              ? stream -> stream.link().in().transferTo(stream.link().out())
              : null;

  @Test
  void bothKnowWhoTheOtherIs() throws IOException {
    try (Both both = connect(ALL, AdbServices.NONE, List.of(KEY))) {
      assertThat(both.host.banner()).isEqualTo(DEVICE);
      assertThat(both.device.banner()).isEqualTo(HOST);
    }
  }

  @Test
  void theSecondKeyIsTriedBeforeTheUserIsAsked() throws IOException {
    AdbKey other = AdbKey.generate("other@test");
    AdbAuthority authority = AdbAuthority.only(List.of(KEY.publicKey()));
    connect(authority, ECHO, List.of(other, KEY)).close();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> connect(authority, ECHO, List.of(other)).close());
  }

  @Test
  void dataComesBackInBothDirections() throws IOException {
    byte[] data = new byte[3_000_001];
    new Random(3).nextBytes(data);
    try (Both both = connect(ALL, ECHO, List.of(KEY));
        AdbStream stream = both.host.open("echo")) {
      Link link = stream.link();
      Thread.ofVirtual().start(() -> write(link, data));
      assertThat(link.read(data.length)).isEqualTo(data);
    }
  }

  private static void write(Link link, byte[] data) {
    try {
      link.write(data);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Virtual threads that are interrupted while they write close the socket for all streams. */
  @Test
  void servicesMayBeInterrupted() throws IOException {
    AdbServices services =
        _ ->
            stream ->
                stream
                    .link()
                    .write(new byte[] {(byte) (Thread.currentThread().isVirtual() ? 1 : 0)});
    try (Both both = connect(ALL, services, List.of(KEY));
        AdbStream stream = both.host().open("anything")) {
      assertThat(stream.link().read(1)).containsExactly(0);
    }
  }

  @Test
  void whatIsNotThereIsRefused() throws IOException {
    try (Both both = connect(ALL, ECHO, List.of(KEY))) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> both.host.open("nothing"))
          .withMessageContaining("refused the service nothing");
    }
  }

  @Test
  void aStreamThatIsNotReadHoldsUpNoOther() throws IOException {
    AtomicLong written = new AtomicLong();
    AdbServices services =
        name ->
            name.equals("flood")
                ? stream -> {
                  OutputStream out = stream.link().out();
                  byte[] block = new byte[1 << 20];
                  while (true) {
                    out.write(block);
                    written.addAndGet(block.length);
                  }
                }
                : ECHO.find(name);
    try (Both both = connect(ALL, services, List.of(KEY));
        AdbStream flood = both.host.open("flood");
        AdbStream echo = both.host.open("echo")) {
      Link link = echo.link();
      for (int i = 0; i < 200; i++) {
        link.write(new byte[] {(byte) i});
        assertThat(link.read(1)).containsExactly(i);
      }
      // One message was taken by the reader's side, but not read.
      assertThat(written.get()).isLessThanOrEqualTo(1 << 20);
      assertThat(flood.link().in().read()).isZero();
    }
  }

  @Test
  void whatWasWrittenBeforeTheEndIsRead() throws IOException {
    AdbServices services =
        _ -> stream -> stream.link().write("last words".getBytes(StandardCharsets.UTF_8));
    try (Both both = connect(ALL, services, List.of(KEY));
        AdbStream stream = both.host.open("words")) {
      assertThat(stream.link().in().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("last words");
    }
  }

  @Test
  void theEndOfATransportEndsItsStreams() throws Exception {
    try (Both both = connect(ALL, ECHO, List.of(KEY));
        AdbStream stream = both.host.open("echo")) {
      both.device.close();
      assertThat(stream.link().in().read()).isEqualTo(-1);
      both.host.ended().handle((_, _) -> true).get(30, TimeUnit.SECONDS);
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> both.host.open("echo"));
    }
  }

  @Test
  void servicesAreInterruptedWhenTheTransportEnds() throws Exception {
    CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
    AdbServices services =
        _ ->
            _ -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                isInterrupted.complete(true);
              }
            };
    try (Both both = connect(ALL, services, List.of(KEY))) {
      both.host.open("waits");
    }
    assertThat(isInterrupted.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void manyStreamsAtOnce() throws Exception {
    try (Both both = connect(ALL, ECHO, List.of(KEY))) {
      List<CompletableFuture<Void>> all =
          IntStream.range(0, 100)
              .mapToObj(i -> CompletableFuture.runAsync(() -> talk(both.host, i)))
              .toList();
      for (CompletableFuture<Void> each : all) {
        each.get(30, TimeUnit.SECONDS);
      }
    }
  }

  private static void talk(AdbTransport host, int number) {
    try (AdbStream stream = host.open("echo " + number)) {
      for (int i = 0; i < 20; i++) {
        byte[] data = (number + " " + i).getBytes(StandardCharsets.UTF_8);
        stream.link().write(data);
        assertThat(stream.link().read(data.length)).isEqualTo(data);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a peer that exchanges messages with a device by hand. */
  private static Pipes.Ends byHand(Duration patience) throws IOException {
    return byHand(patience, ECHO);
  }

  private static Pipes.Ends byHand(Duration patience, AdbServices services) throws IOException {
    Pipes.Ends ends = Pipes.connect();
    Thread.ofVirtual()
        .start(() -> {
          try {
            AdbTransport.accept(ends.far(), DEVICE, ALL, patience, services);
          } catch (IOException | WireFormatException e) {
            // The other end sees it.
          }
        });
    return ends;
  }

  private static AdbMessage message(int command, int arg0, int arg1, String text) {
    return new AdbMessage(command, arg0, arg1, text.getBytes(StandardCharsets.UTF_8));
  }

  private static AdbMessage next(Link link) throws IOException {
    AdbMessage message = AdbMessage.read(link, AdbMessage.MOST_DATA);
    assertThat(message).isNotNull();
    return message;
  }

  private static Link letIn(Pipes.Ends ends, int version) throws IOException {
    return letIn(ends, version, 1 << 12);
  }

  private static Link letIn(Pipes.Ends ends, int version, int mostData) throws IOException {
    Link link = ends.near();
    link.write(message(AdbMessage.CNXN, version, mostData, "host::").toBytes());
    assertThat(next(link).command()).isEqualTo(AdbMessage.AUTH);
    link.write(
        new AdbMessage(
                AdbMessage.AUTH, 3, 0, KEY.publicKey().toText().getBytes(StandardCharsets.UTF_8))
            .toBytes());
    assertThat(next(link).command()).isEqualTo(AdbMessage.CNXN);
    return link;
  }

  @Test
  void aPeerOfSmallMessagesGetsSmallMessages() throws IOException {
    try (Pipes.Ends ends = byHand(PATIENCE)) {
      Link link = letIn(ends, AdbMessage.VERSION);
      link.write(message(AdbMessage.OPEN, 7, 0, "echo\0").toBytes());
      AdbMessage okay = next(link);
      assertThat(okay.command()).isEqualTo(AdbMessage.OKAY);
      assertThat(okay.arg1()).isEqualTo(7);
      link.write(message(AdbMessage.WRTE, 7, okay.arg0(), "x".repeat(4096)).toBytes());
      assertThat(next(link).command()).isEqualTo(AdbMessage.OKAY);
      assertThat(next(link).data()).hasSize(4096);
    }
  }

  @Test
  void dataBeforeTheLastWereTakenAreKept() throws IOException {
    CountDownLatch sent = new CountDownLatch(1);
    AdbServices lazy =
        _ ->
            stream -> {
              try {
                sent.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              stream.link().write(stream.link().read(6));
            };
    try (Pipes.Ends ends = byHand(PATIENCE, lazy)) {
      Link link = letIn(ends, AdbMessage.VERSION);
      link.write(message(AdbMessage.OPEN, 7, 0, "lazy\0").toBytes());
      int stream = next(link).arg0();
      link.write(message(AdbMessage.WRTE, 7, stream, "one").toBytes());
      link.write(message(AdbMessage.WRTE, 7, stream, "two").toBytes());
      sent.countDown();
      assertThat(next(link).command()).isEqualTo(AdbMessage.OKAY);
      assertThat(next(link).command()).isEqualTo(AdbMessage.OKAY);
      assertThat(next(link).text()).isEqualTo("onetwo");
    }
  }

  @Test
  void aServiceThatIsNotThereIsRefused() throws IOException {
    AdbServices absent =
        _ ->
            new AdbServices.Service() {
              @Override
              public AdbServices.Service ready() throws IOException {
                throw new IOException("nobody listens");
              }

              @Override
              public void serve(AdbStream stream) {
                throw new IllegalStateException("it is not there");
              }
            };
    try (Pipes.Ends ends = byHand(PATIENCE, absent)) {
      Link link = letIn(ends, AdbMessage.VERSION);
      link.write(message(AdbMessage.OPEN, 7, 0, "tcp:9\0").toBytes());
      AdbMessage answer = next(link);
      assertThat(answer.command()).isEqualTo(AdbMessage.CLSE);
      assertThat(answer.arg1()).isEqualTo(7);
    }
  }

  @Test
  void dataAreSentAfterTheLastWereTaken() throws IOException {
    AdbServices eager = _ -> stream -> stream.link().out().write(new byte[1 << 13]);
    try (Pipes.Ends ends = byHand(PATIENCE, eager)) {
      Link link = letIn(ends, AdbMessage.VERSION);
      link.write(message(AdbMessage.OPEN, 7, 0, "eager\0").toBytes());
      int stream = next(link).arg0();
      assertThat(next(link).command()).isEqualTo(AdbMessage.WRTE);
      // Others would come after data that is sent without being awaited.
      for (int other = 8; other < 28; other++) {
        link.write(message(AdbMessage.OPEN, other, 0, "eager\0").toBytes());
        for (int i = 0; i < 2; i++) {
          AdbMessage message = next(link);
          assertThat(message.arg1()).isEqualTo(other);
          assertThat(message.command()).isEqualTo(i == 0 ? AdbMessage.OKAY : AdbMessage.WRTE);
        }
      }
      link.write(message(AdbMessage.OKAY, 7, stream, "").toBytes());
      AdbMessage second = next(link);
      assertThat(second.command()).isEqualTo(AdbMessage.WRTE);
      assertThat(second.arg1()).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x01000000, AdbMessage.VERSION})
  void noPeerHasToSendSums(int version) throws IOException {
    try (Pipes.Ends ends = byHand(PATIENCE)) {
      Link link = letIn(ends, version);
      byte[] open = message(AdbMessage.OPEN, 7, 0, "echo\0").toBytes();
      Arrays.fill(open, 16, 20, (byte) 0);
      link.write(open);
      assertThat(next(link).command()).isEqualTo(AdbMessage.OKAY);
    }
  }

  private static void assertEnds(Link link) {
    assertThatThrownBy(
            () -> {
              while (true) {
                assertThat(AdbMessage.read(link, AdbMessage.MOST_DATA)).isNotNull();
              }
            })
        .isInstanceOfAny(IOException.class, AssertionError.class);
  }

  @Test
  void whoDoesNotProveHimselfGetsNoService() throws IOException {
    try (Pipes.Ends ends = byHand(PATIENCE)) {
      Link link = ends.near();
      link.write(message(AdbMessage.CNXN, AdbMessage.VERSION, 1 << 12, "host::").toBytes());
      assertThat(next(link).command()).isEqualTo(AdbMessage.AUTH);
      link.write(message(AdbMessage.OPEN, 7, 0, "echo\0").toBytes());
      assertEnds(link);
    }
  }

  @Test
  void whoSaysNothingIsDropped() throws IOException {
    try (Pipes.Ends ends = byHand(Duration.ofMillis(50))) {
      assertEnds(ends.near());
    }
  }

  @Test
  void whoIntroducesHimselfAgainAndAgainIsDropped() throws IOException {
    try (Pipes.Ends ends = byHand(PATIENCE)) {
      byte[] hello = message(AdbMessage.CNXN, AdbMessage.VERSION, 1 << 12, "host::").toBytes();
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> {
            while (true) {
              ends.near().write(hello);
            }
          });
    }
  }

  @Test
  void whoSaysNoMoreAfterHisIntroductionIsDropped() throws IOException {
    try (Pipes.Ends ends = byHand(Duration.ofMillis(50))) {
      ends.near().write(message(AdbMessage.CNXN, AdbMessage.VERSION, 1 << 12, "host::").toBytes());
      assertThat(next(ends.near()).command()).isEqualTo(AdbMessage.AUTH);
      assertEnds(ends.near());
    }
  }

  /** Services with one that does not read until it is released; failures are recorded. */
  private record Stuck(CountDownLatch mayGoOn, List<String> failures) implements AdbServices {
    Stuck() {
      this(new CountDownLatch(1), new CopyOnWriteArrayList<>());
    }

    @Override
    public @Nullable Service find(String name) {
      return name.startsWith("stuck")
          ? stream -> {
            await(mayGoOn);
            stream.link().in().transferTo(OutputStream.nullOutputStream());
          }
          : ECHO.find(name);
    }

    @Override
    public void failed(AdbStream stream, Exception reason) {
      failures.add(stream + ": " + reason.getMessage());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void ofDataThatNobodyTakesOnlySoManyAreKept() throws IOException {
    int mebibytes = AdbTransport.MOST_HELD >> 20;
    Stuck services = new Stuck();
    try (Pipes.Ends ends = byHand(PATIENCE, services)) {
      Link link = letIn(ends, AdbMessage.VERSION, 1 << 20);
      String data = "x".repeat(1 << 20);
      for (int i = 1; i <= mebibytes + 2; i++) {
        link.write(message(AdbMessage.OPEN, i, 0, "stuck\0").toBytes());
        AdbMessage okay = next(link);
        link.write(message(AdbMessage.WRTE, i, okay.arg0(), data).toBytes());
        if (i >= mebibytes) {
          AdbMessage end = next(link);
          assertThat(end.command()).isEqualTo(AdbMessage.CLSE);
          assertThat(end.arg1()).isEqualTo(i);
        }
      }
      assertThat(services.failures).hasSize(3).allMatch(each -> each.contains("wait to be taken"));
      // Others are served meanwhile, and as much may come as before once that was taken.
      assertThat(echoed(link, 1000)).isEqualTo("here");
      services.mayGoOn.countDown();
      // The services of the streams that were dropped end, too.
      int taken = 0;
      for (int i = 1; i <= mebibytes + 2; i++) {
        taken += next(link).command() == AdbMessage.OKAY ? 1 : 0;
      }
      assertThat(taken).isEqualTo(mebibytes - 1);
      assertThat(echoed(link, 1001)).isEqualTo("here");
    }
  }

  private static String echoed(Link link, int number) throws IOException {
    link.write(message(AdbMessage.OPEN, number, 0, "echo\0").toBytes());
    AdbMessage okay = next(link);
    link.write(message(AdbMessage.WRTE, number, okay.arg0(), "here").toBytes());
    assertThat(next(link).command()).isEqualTo(AdbMessage.OKAY);
    return next(link).text();
  }

  @Test
  void ofNamesOfStreamsOnlySoManyBytesAreKept() throws IOException {
    Stuck services = new Stuck();
    try (Pipes.Ends ends = byHand(PATIENCE, services)) {
      Link link = letIn(ends, AdbMessage.VERSION, 1 << 20);
      String name = "stuck" + "x".repeat((1 << 20) - 5);
      int opened = 0;
      for (int i = 1; i <= 100; i++) {
        link.write(message(AdbMessage.OPEN, i, 0, name).toBytes());
        AdbMessage answer = next(link);
        assertThat(answer.arg1()).isEqualTo(i);
        opened += answer.command() == AdbMessage.OKAY ? 1 : 0;
      }
      assertThat(opened).isEqualTo(AdbTransport.MOST_HELD >> 20);
      services.mayGoOn.countDown();
    }
  }

  @Test
  void aServiceThatFailsIsToldOfUnlessItsPeerHasLeft() throws IOException {
    Stuck services = new Stuck();
    AdbServices all =
        new AdbServices() {
          @Override
          public Service find(String name) {
            return stream -> {
              int first = stream.link().in().read();
              throw new IOException("no room for " + first);
            };
          }

          @Override
          public void failed(AdbStream stream, Exception reason) {
            services.failed(stream, reason);
            try {
              stream.link().write(new byte[] {8}); // The stream is open until all are notified.
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    try (Both both = connect(ALL, all, List.of(KEY))) {
      both.host.open("left").close();
      try (AdbStream stream = both.host.open("full")) {
        stream.link().write(new byte[] {7});
        assertThat(stream.link().in().read()).isEqualTo(8);
        assertThat(stream.link().in().read()).isEqualTo(-1);
      }
    }
    assertThat(services.failures).singleElement().asString().endsWith(" full: no room for 7");
  }

  @Test
  void aBrowserIsDroppedAtOnce() throws IOException {
    try (Pipes.Ends ends = byHand(PATIENCE)) {
      ends.near().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertEnds(ends.near());
    }
  }

  @Test
  void tlsIsRefusedWithAReason() throws IOException {
    try (Pipes.Ends ends = Pipes.connect()) {
      ends.far().write(message(AdbMessage.STLS, AdbMessage.VERSION, 0, "").toBytes());
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> AdbTransport.connect(ends.near(), HOST, List.of(KEY), PATIENCE))
          .withMessageContaining("requires TLS");
    }
  }

  @Test
  void aDeviceThatSaysNothingIsGivenUp() throws IOException {
    try (Pipes.Ends ends = Pipes.connect()) {
      assertThatExceptionOfType(DeadlineException.class)
          .isThrownBy(
              () -> AdbTransport.connect(ends.near(), HOST, List.of(KEY), Duration.ofMillis(20)));
    }
  }

  @Test
  void aWriterToAClosedStreamIsTold() throws IOException {
    AdbServices shut = _ -> _ -> {};
    try (Both both = connect(ALL, shut, List.of(KEY));
        AdbStream stream = both.host.open("shut")) {
      InputStream in = stream.link().in();
      assertThat(in.read()).isEqualTo(-1);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> stream.link().write(new byte[1]))
          .withMessageContaining("closed");
    }
  }
}
