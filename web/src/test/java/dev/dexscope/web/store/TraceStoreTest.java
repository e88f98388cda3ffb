package dev.dexscope.web.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.web.store.RefusedUploadException.Cause;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class TraceStoreTest {
  private static final StoreLimits LIMITS =
      new StoreLimits(1 << 20, Duration.ofDays(1), 100, 1 << 30, 0, 16);

  @TempDir Path folder;

  private TraceStore open(StoreLimits limits) throws IOException {
    return TraceStore.open(folder, limits);
  }

  /** A trace of one call, which no other number has. */
  private static byte[] trace(int number) {
    return ("main;app.Main.run" + number + " 5\n").getBytes(StandardCharsets.UTF_8);
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static Receipt add(TraceStore store, int number) throws IOException {
    return store.add("n" + number + ".trace", stream(trace(number)));
  }

  private static RefusedUploadException refusal(TraceStore store, InputStream in) {
    RefusedUploadException e =
        catchThrowableOfType(RefusedUploadException.class, () -> store.add("bad.trace", in));
    assertThat(e).isNotNull();
    return e;
  }

  private List<Path> files(String of) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve(of))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private List<Path> traces() throws IOException {
    return files("traces").stream().filter(f -> f.endsWith(Contents.TRACE)).toList();
  }

  @Test
  void keepsWhatItWasGiven() throws Exception {
    Path real = RealTraces.file("perflib-exception.trace");
    Receipt receipt;
    try (TraceStore store = open(LIMITS);
        InputStream in = Files.newInputStream(real)) {
      receipt = store.add("app.trace", in);
      assertThat(store.file(receipt.entry().id()).orElseThrow()).hasSameBinaryContentAs(real);
    }

    try (TraceStore again = open(LIMITS)) {
      assertThat(again.entries()).containsExactly(receipt.entry());
      assertThat(again.file(receipt.entry().id()).orElseThrow()).hasSameBinaryContentAs(real);
      EntryFacts facts = receipt.entry().facts();
      assertThat(facts.format()).isEqualTo("Traceview, file");
      assertThat(facts.threads()).isEqualTo(1);
      assertThat(facts.methods()).isEqualTo(14);
      assertThat(facts.records()).isEqualTo(23);
      assertThat(again.lost()).isZero();
    }
  }

  @Test
  void drawsPictures() throws Exception {
    try (TraceStore store = open(LIMITS)) {
      String id = add(store, 1).entry().id();

      assertThat(store.picture(id, StorePicture.FLAME_SVG).orElseThrow())
          .content()
          .contains("<svg", "app.Main.run1");
      assertThat(store.picture(id, StorePicture.FLAME_JSON).orElseThrow())
          .content()
          .contains("{\"name\":\"app.Main.run1\",\"value\":5000");
      assertThat(store.picture("other", StorePicture.FLAME_SVG)).isEmpty();
    }
  }

  @Test
  void nobodyFindsAnEntryWithoutItsLink() throws Exception {
    try (TraceStore store = open(LIMITS)) {
      Receipt one = add(store, 1);
      Receipt two = add(store, 2);

      assertThat(one.entry().id()).hasSize(32).isNotEqualTo(two.entry().id());
      assertThat(store.file("")).isEmpty();
      assertThat(store.file("../lock")).isEmpty();
      assertThat(store.file(one.entry().sha256())).isEmpty();
      assertThat(Files.readString(folder.resolve("journal"))).doesNotContain(one.token());
    }
  }

  @Test
  void equalBytesStandThereOnce() throws Exception {
    try (TraceStore store = open(LIMITS)) {
      Receipt one = add(store, 1);
      Receipt two = store.add("other name", stream(trace(1)));

      assertThat(traces()).hasSize(1);
      assertThat(store.entries()).containsExactly(two.entry(), one.entry());
      assertThat(store.delete(one.entry().id(), one.token())).isTrue();
      assertThat(store.file(two.entry().id()).orElseThrow()).hasBinaryContent(trace(1));
      assertThat(store.delete(two.entry().id(), two.token())).isTrue();
      assertThat(traces()).isEmpty();
      assertThat(store.entries()).isEmpty();
    }
  }

  @Test
  void onlyTheOwnerDeletes() throws Exception {
    try (TraceStore store = open(LIMITS)) {
      Receipt one = add(store, 1);
      Receipt two = add(store, 2);

      assertThat(store.delete(one.entry().id(), two.token())).isFalse();
      assertThat(store.delete(one.entry().id(), "")).isFalse();
      assertThat(store.delete(one.entry().id(), one.entry().ownerHash())).isFalse();
      assertThat(store.delete("nothing", one.token())).isFalse();
      assertThat(store.entries()).hasSize(2);
    }
    try (TraceStore again = open(LIMITS)) {
      StoreEntry last = again.entries().getLast();
      assertThat(again.delete(last.id(), "x")).isFalse();
    }
  }

  @Test
  void whoReadsADeletedTraceReadsOn() throws Exception {
    try (TraceStore store = open(LIMITS)) {
      Receipt receipt = add(store, 1);
      try (InputStream in = Files.newInputStream(store.file(receipt.entry().id()).orElseThrow())) {
        store.delete(receipt.entry().id(), receipt.token());

        assertThat(in.readAllBytes()).isEqualTo(trace(1));
      }
    }
  }

  @Test
  void whatCannotBeReadLeavesNothing() throws Exception {
    try (TraceStore store = open(LIMITS)) {
      var zeros = refusal(store, stream(new byte[1000]));
      var text = refusal(store, stream("<html>".getBytes(StandardCharsets.UTF_8)));
      var empty = refusal(store, InputStream.nullInputStream());

      assertThat(zeros.why()).isEqualTo(Cause.UNREADABLE);
      assertThat(zeros.reason()).startsWith("bad.trace: at 0x0: ").contains("zeros");
      assertThat(text.reason()).startsWith("bad.trace: at 0x0: ");
      assertThat(empty.reason()).contains("empty");
      assertThat(store.entries()).isEmpty();
      assertThat(files("parts")).isEmpty();
      assertThat(files("traces")).isEmpty();
    }
  }

  /** What the commands print of it names a file of the server. */
  @Test
  void anArchiveOfSeveralTracesIsNamedAsSuch() throws Exception {
    var archive = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(archive)) {
      for (String each : List.of("a.trace", "b.trace")) {
        zip.putNextEntry(new ZipEntry(each));
        zip.write("*version\n".getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    try (TraceStore store = open(LIMITS)) {
      var refused = refusal(store, stream(archive.toByteArray()));

      assertThat(refused.why()).isEqualTo(Cause.UNREADABLE);
      assertThat(refused.reason()).isEqualTo("bad.trace: contains 2 traces (a.trace, b.trace)");
    }
  }

  @Test
  void whatBreaksOffLeavesNothing() throws Exception {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the sender has gone");
          }

          @Override
          public int read(byte[] bytes, int from, int length) throws IOException {
            return read();
          }
        };
    try (TraceStore store = open(LIMITS)) {
      assertThatThrownBy(() -> store.add("x", new SequenceInputStream(stream(trace(1)), broken)))
          .isInstanceOf(IOException.class);

      assertThat(store.entries()).isEmpty();
      assertThat(files("parts")).isEmpty();
      assertThat(files("traces")).isEmpty();
    }
  }

  @Test
  void moreThanTheLimitIsRefusedWhileItComes() throws Exception {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            return length;
          }
        };
    try (TraceStore store = open(LIMITS)) {
      assertThat(refusal(store, endless).why()).isEqualTo(Cause.TOO_LARGE);
      assertThat(files("parts")).isEmpty();
    }
  }

  @Test
  void aSmallFileThatUnpacksToALargeOneIsRefused() throws Exception {
    var bomb = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bomb)) {
      out.write(trace(1));
      out.write(new byte[4 << 20]);
    }
    try (TraceStore store = open(LIMITS)) {
      var refused = refusal(store, stream(bomb.toByteArray()));

      assertThat(refused.why()).isEqualTo(Cause.UNREADABLE);
      assertThat(refused.reason()).contains("unpacks to more than").doesNotContain("-D");
    }
  }

  @Test
  void aFullDiskIsNotFilledFurther() throws Exception {
    var full = new StoreLimits(1 << 20, Duration.ofDays(1), 100, 1 << 30, Long.MAX_VALUE / 2, 16);
    try (TraceStore store = open(full)) {
      assertThat(refusal(store, stream(trace(1))).why()).isEqualTo(Cause.NO_ROOM);
    }
  }

  @Test
  void uploadsOnTheirWayShareTheirRoom() throws Exception {
    var small = new StoreLimits(1 << 20, Duration.ofDays(1), 100, 1 << 20, 0, 16);
    var isFull = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    InputStream waiting = waiting(isFull, goOn);
    InputStream most = new SequenceInputStream(stream(new byte[(1 << 20) - 1]), waiting);
    try (TraceStore store = open(small);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Cause> first = threads.submit(() -> refusal(store, most).why());
      isFull.await();
      assertThat(refusal(store, stream(trace(1))).why()).isEqualTo(Cause.BUSY);
      goOn.countDown();

      assertThat(first.get()).isEqualTo(Cause.UNREADABLE);
      assertThat(add(store, 1).entry().name()).isEqualTo("n1.trace");
    }
  }

  @Test
  void tooManyAtOnceAreRefused() throws Exception {
    var one = new StoreLimits(1 << 20, Duration.ofDays(1), 100, 1 << 30, 0, 1);
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    InputStream slow = waiting(begun, goOn);
    try (TraceStore store = open(one);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Receipt> first =
          threads.submit(() -> store.add("slow", new SequenceInputStream(slow, stream(trace(1)))));
      begun.await();
      assertThat(refusal(store, stream(trace(2))).why()).isEqualTo(Cause.BUSY);
      goOn.countDown();

      assertThat(first.get().entry().name()).isEqualTo("slow");
      assertThat(add(store, 2).entry().name()).isEqualTo("n2.trace");
    }
  }

  /** A stream that ends when it may, and reports that it is being read. */
  private static InputStream waiting(CountDownLatch begun, CountDownLatch goOn) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        begun.countDown();
        try {
          goOn.await();
          return -1;
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        return read();
      }
    };
  }

  @Test
  void aFolderOfOtherFilesIsLeftAlone() throws Exception {
    Path own = Files.createDirectory(folder.resolve("traces")).resolve("mine.trace");
    Files.writeString(own, "mine");

    assertThatThrownBy(() -> open(LIMITS))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageContaining("holds other files");
    assertThat(own).hasContent("mine");
    assertThat(folder.resolve("lock")).doesNotExist();
  }

  @Test
  void oneProcessAtATime() throws Exception {
    try (TraceStore store = open(LIMITS)) {
      assertThat(store.entries()).isEmpty();
      assertThatThrownBy(() -> open(LIMITS))
          .isInstanceOf(RefusedFileException.class)
          .hasMessageContaining("open already");
    }
    open(LIMITS).close();
  }

  @Test
  void theOldestGoFirst() throws Exception {
    var three = new StoreLimits(1 << 20, Duration.ofDays(1), 3, 1 << 30, 0, 16);
    try (TraceStore store = open(three)) {
      for (int i = 0; i < 5; i++) {
        add(store, i);
      }
      assertThat(store.entries())
          .extracting(StoreEntry::name)
          .containsExactly("n4.trace", "n3.trace", "n2.trace");
      assertThat(traces()).hasSize(3);
    }
    var little = new StoreLimits(1 << 20, Duration.ofDays(1), 100, 1, 0, 16);
    try (TraceStore store = open(little)) {
      add(store, 7);
      assertThat(store.entries()).extracting(StoreEntry::name).containsExactly("n7.trace");
      assertThat(traces()).hasSize(1);
    }
  }

  @Test
  void theOldGo() throws Exception {
    var hours = new AtomicInteger();
    Instant start = Instant.parse("2030-01-01T00:00:00Z");
    InstantSource now = () -> start.plus(Duration.ofHours(hours.get()));
    try (TraceStore store = TraceStore.open(folder, LIMITS, UploadUse.NONE, now)) {
      Receipt old = add(store, 1);
      hours.set(25);
      assertThat(store.file(old.entry().id())).isEmpty();
      assertThat(store.entries()).isEmpty();

      Receipt other = add(store, 2);
      assertThat(store.entries()).containsExactly(other.entry());
      assertThat(traces()).hasSize(1);
    }
  }

  @Test
  void leftoversOfAnEndedProcessAreRemoved() throws Exception {
    Receipt kept;
    try (TraceStore store = open(LIMITS)) {
      kept = add(store, 1);
    }
    Files.writeString(Files.createDirectory(folder.resolve("parts/x")).resolve("trace"), "half");
    Files.writeString(
        Files.createDirectory(folder.resolve("traces/0123")).resolve("trace"), "no entry");

    try (TraceStore store = open(LIMITS)) {
      assertThat(files("parts")).isEmpty();
      assertThat(traces()).hasSize(1);
      assertThat(store.entries()).containsExactly(kept.entry());
    }
  }

  /** Every place at which the writing of the last line may have broken off. */
  @Test
  void aLineThatBrokeOffIsAsIfItHadNotBegun() throws Exception {
    Receipt first;
    byte[] one;
    try (TraceStore store = open(LIMITS)) {
      first = add(store, 1);
      one = Files.readAllBytes(folder.resolve("journal"));
    }
    for (int length = one.length; length < 2 * one.length; length += 37) {
      byte[] torn = Arrays.copyOf(one, length);
      System.arraycopy(one, 0, torn, one.length, length - one.length);
      Files.write(folder.resolve("journal"), torn);
      try (TraceStore store = open(LIMITS)) {
        assertThat(store.entries()).containsExactly(first.entry());
        assertThat(store.lost()).isZero();
      }
    }
    Receipt second;
    try (TraceStore store = open(LIMITS)) {
      second = add(store, 2);
    }
    try (TraceStore store = open(LIMITS)) {
      assertThat(store.entries()).containsExactly(second.entry(), first.entry());
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "12", "60"})
  void aDamagedLineCostsNoOther(int at) throws Exception {
    Receipt second;
    try (TraceStore store = open(LIMITS)) {
      add(store, 1);
      second = add(store, 2);
    }
    byte[] journal = Files.readAllBytes(folder.resolve("journal"));
    journal[at] ^= 1;
    Files.write(folder.resolve("journal"), journal);

    try (TraceStore store = open(LIMITS)) {
      assertThat(store.entries()).containsExactly(second.entry());
      assertThat(store.lost()).isEqualTo(1);
      assertThat(traces()).as("nothing is cleaned up that may be needed").hasSize(2);
    }
  }

  @Test
  void anythingInPlaceOfTheJournalIsNoEntry() throws Exception {
    open(LIMITS).close();
    Files.write(folder.resolve("journal"), new byte[300_000], StandardOpenOption.APPEND);
    Files.writeString(
        folder.resolve("journal"), "\n\n{}\n00000000 {}\n\ufffd", StandardOpenOption.APPEND);

    try (TraceStore store = open(LIMITS)) {
      assertThat(store.entries()).isEmpty();
      assertThat(store.lost()).isPositive();
      add(store, 1);
    }
    try (TraceStore store = open(LIMITS)) {
      assertThat(store.entries()).hasSize(1);
    }
  }

  @Test
  void aJournalOfMuchThatHasGoneIsWrittenAnew() throws Exception {
    Path path = folder.resolve("other");
    try (Journal journal = Journal.open(path)) {
      for (int i = 0; i < 100; i++) {
        journal.add(new Change.Removed("x" + i));
      }
      journal.replace(List.of(new Change.Removed("kept")));
      journal.add(new Change.Removed("added"));
      assertThat(journal.lines()).isEqualTo(2);
    }
    try (Journal journal = Journal.open(path)) {
      assertThat(journal.changes())
          .containsExactly(new Change.Removed("kept"), new Change.Removed("added"));
    }
  }

  @Test
  void manyAtOnce() throws Exception {
    try (TraceStore store = open(LIMITS);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Receipt>> all = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        int number = i % 4;
        all.add(threads.submit(() -> add(store, number)));
      }
      List<Future<Boolean>> deletions = new ArrayList<>();
      for (Future<Receipt> each : all) {
        Receipt receipt = each.get();
        assertThat(store.file(receipt.entry().id()).orElseThrow()).exists();
        deletions.add(threads.submit(() -> store.delete(receipt.entry().id(), receipt.token())));
      }
      for (Future<Boolean> each : deletions) {
        assertThat(each.get()).isTrue();
      }
      assertThat(store.entries()).isEmpty();
      assertThat(files("traces")).isEmpty();
      assertThat(files("parts")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          app.trace            | app.trace
          ../../etc/passwd     | passwd
          C:\\Users\\me\\a.trace | a.trace
          ''                   | trace
          /                    | trace
          a\u202eb\u0000c\u001b[2J | abc[2J
          <b onclick='x'>.trace | <b onclick='x'>.trace
          """)
  void namesAreThoseThatPeopleSee(String sent, String kept) {
    assertThat(EntryName.clean(sent)).isEqualTo(kept);
    assertThat(EntryName.clean(sent + "x".repeat(1000))).hasSizeLessThanOrEqualTo(200);
  }
}
