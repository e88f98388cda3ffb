package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits and what they make together. */
class ManifestTest {
  private static final String DAY = "2026-01-02";

  private static Part part(int id, int order, Long... runs) {
    Map<StoreTable, Part.Data> files = new HashMap<>();
    for (StoreTable table : StoreTable.values()) {
      files.put(table, new Part.Data(10 + id, 3, "ab".repeat(32), ""));
    }
    return new Part(
        "%032x".formatted(id),
        "%013d-%016x".formatted(order, id),
        "org.example",
        DAY,
        List.of(runs),
        files);
  }

  private static Commit commit(int millis, List<Part> added, Part... removed) {
    return new Commit(millis, added, Arrays.stream(removed).map(Part::id).toList());
  }

  /** Where each run is. */
  private static Map<Long, String> owners(Snapshot snapshot) {
    Map<Long, String> owners = new TreeMap<>();
    for (Snapshot.LivePart each : snapshot.parts()) {
      for (long run : each.part().runs()) {
        if (!each.hidden().contains(run)) {
          assertThat(owners.put(run, each.part().id())).isNull();
        }
      }
    }
    assertThat(owners.keySet()).isEqualTo(snapshot.runs());
    return owners;
  }

  @Test
  void theFirstOfTwoWritersHasARun() {
    Part first = part(1, 5, 7L, 8L);
    Part second = part(2, 6, 8L, 9L);
    Snapshot snapshot = Snapshot.of(List.of(commit(6, List.of(second)), commit(5, List.of(first))));

    assertThat(owners(snapshot)).isEqualTo(Map.of(7L, first.id(), 8L, first.id(), 9L, second.id()));
  }

  @Test
  void aPartThatIsReplacedIsGoneWhateverTheClocksSay() {
    Part small = part(1, 5, 7L);
    Part large = part(2, 5, 7L);
    Snapshot snapshot =
        Snapshot.of(List.of(commit(1, List.of(large), small), commit(5, List.of(small))));

    assertThat(owners(snapshot)).isEqualTo(Map.of(7L, large.id()));
  }

  /**
   * Writers that add the same runs, and others that put parts together, from states of any age: no
   * run is lost, none is there twice, and the order of reading does not matter.
   */
  @Property(tries = 300)
  void nothingIsLostAndNothingIsThereTwice(@ForAll long seed) {
    checkNothingIsLost(seed);
  }

  /** Two merges of one part at once, of which each was merged by who did not see the other's. */
  @ParameterizedTest
  @ValueSource(longs = {6897, 20409, 20847, 38263})
  void whatTwoHaveMergedAtOnceIsNotLost(long seed) {
    checkNothingIsLost(seed);
  }

  private static void checkNothingIsLost(long seed) {
    var random = new Random(seed);
    List<Commit> commits = new ArrayList<>();
    Set<Long> added = new HashSet<>();
    for (int i = 1; i < 25; i++) {
      List<Commit> seen = commits.subList(0, random.nextInt(commits.size() + 1));
      if (random.nextInt(3) > 0 || seen.isEmpty()) {
        Long[] runs =
            random.longs(1 + random.nextInt(4), 0, 20).distinct().boxed().toArray(Long[]::new);
        added.addAll(List.of(runs));
        commits.add(commit(i, List.of(part(i, random.nextInt(30), runs))));
      } else {
        commits.add(merged(i, Snapshot.of(seen), random));
      }
    }
    Map<Long, String> owners = owners(Snapshot.of(commits));
    assertThat(owners.keySet()).isEqualTo(added);
    Collections.shuffle(commits, random);
    assertThat(owners(Snapshot.of(commits))).isEqualTo(owners);
  }

  private static Commit merged(int id, Snapshot seen, Random random) {
    List<Snapshot.LivePart> some = new ArrayList<>(seen.parts());
    some.removeIf(each -> random.nextBoolean());
    if (some.isEmpty()) {
      return commit(id, List.of());
    }
    Part whole = Merge.of("%032x".formatted(id), some, Map.of());
    return commit(
        id, List.of(whole), some.stream().map(Snapshot.LivePart::part).toArray(Part[]::new));
  }

  @Test
  void aCommitIsReadAsItWasWritten() throws IOException {
    var commit = commit(1234, List.of(part(1, 5, 7L, -8L), part(2, 5)), part(3, 1));
    byte[] content = commit.content();
    String name = commit.name(content);

    assertThat(Commit.isName(name)).isTrue();
    assertThat(Commit.read("file", name, content)).isEqualTo(commit);
  }

  /** Earlier versions would count the outliers in every mean. */
  @Test
  void outliersBesidesASampleAreWrittenAsAnotherFormat() throws IOException {
    var thin = without(part(1, 5, 7L, -8L, 9L), 9L, -8L);
    var commit = commit(1234, List.of(thin));
    byte[] content = commit.content();

    assertThat(new String(content, StandardCharsets.UTF_8)).startsWith("{\"format\":3,");
    assertThat(Commit.read("file", commit.name(content), content)).isEqualTo(commit);
  }

  private static Part without(Part part, Long... besides) {
    return new Part(
        part.id(),
        part.order(),
        part.app(),
        part.day(),
        part.runs(),
        part.files(),
        Set.of(besides));
  }

  /** Of two parts made of the same at once, one may not know what the other has taken out. */
  @Test
  void anOutlierBesidesTheSampleIsOneWhereverItIs() {
    Part whole = part(1, 5, 7L, 8L);
    Part thin = without(part(2, 5, 7L, 8L), 8L);
    Snapshot snapshot = Snapshot.of(List.of(commit(1, List.of(whole, thin))));

    assertThat(snapshot.parts()).extracting(Snapshot.LivePart::besides).containsExactly(Set.of(8L));
    Part merged = Merge.of("%032x".formatted(3), snapshot.parts(), Map.of());
    assertThat(merged.besides()).containsExactly(8L);
  }

  @Test
  void whatIsNoCommitIsRefusedWithTheReason() throws IOException {
    String content =
        new String(commit(1, List.of(part(1, 1, 7L))).content(), StandardCharsets.UTF_8);
    refused(content.replace("org.example", "../example"), "no application and day");
    refused(content.replace(DAY, "2026-02-30"), "no application and day");
    refused(content.replace("\"format\":2", "\"format\":4"), "is of format 4");
    refused(
        content.replace("\"files\":", "\"besides\":[\"0000000000000008\"],\"files\":"),
        "outliers that are not among its runs");
    refused(content.replace("method_run", "method_ran"), "no table method_ran");
    refused(content.replace("\"rows\":3", "\"rows\":-3"), "a number from 0 on");
    refused(content.replace("path_run", "method_run"), "two files of method_run");
    refused(content.replace("abab", "ABAB"), "is not a digest");
    refused(content.replace("\"runs\":[", "\"runs\":[\"0000000000000007\","), "has a run twice");
    refused(content.replace("\"rows\":3", "\"rows\":4"), "its name is not that of its content");
    refused(content + "{}", "is not one JSON object");
    refused(content.substring(0, 40), "");
    refused("[".repeat(100), "");
  }

  @Test
  void earlierVersionsReadRunsThatAreNotAnApps() throws IOException {
    Part part = part(1, 1, 7L);
    Map<StoreTable, Part.Data> files = new HashMap<>(part.files());
    files.keySet().removeIf(StoreTable::isOfApps);
    var plain = new Part(part.id(), part.order(), part.app(), part.day(), part.runs(), files);
    var commit = commit(1, List.of(plain));
    String content = new String(commit.content(), StandardCharsets.UTF_8);

    assertThat(content).startsWith("{\"format\":1,").doesNotContain("frames_run");
    assertThat(Commit.read("file", commit.name(commit.content()), commit.content()))
        .isEqualTo(commit);
    files.remove(StoreTable.PATH_RUN);
    var lacking = new Part(part.id(), part.order(), part.app(), part.day(), part.runs(), files);
    refused(
        new String(commit(1, List.of(lacking)).content(), StandardCharsets.UTF_8),
        "lacks a file of path_run");
  }

  private static void refused(String content, String reason) throws IOException {
    var whole = commit(1, List.of(part(1, 1, 7L)));
    assertThatThrownBy(() ->
            Commit.read(
                "file", whole.name(whole.content()), content.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(StoreFormatException.class)
        .hasMessageContaining(reason);
  }

  /** Damage of any kind has the typed exception, and never another meaning. */
  @Property(tries = 2000)
  void aDamagedCommitIsNotRead(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    var commit = commit(1, List.of(part(1, 1, 7L)), part(2, 1));
    byte[] content = commit.content();
    String name = commit.name(content);
    byte[] damaged = Arrays.copyOf(content, content.length - random.nextInt(2));
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
    }
    if (!Arrays.equals(content, damaged)) {
      assertThatThrownBy(() -> Commit.read("file", name, damaged))
          .isInstanceOf(StoreFormatException.class);
    }
  }

  @Test
  void groupsOfThreadsHaveNoNumbers() {
    assertThat(List.of("pool-1-thread-12", "main", "AsyncTask #2"))
        .extracting(RunRows::group)
        .containsExactly("pool-#-thread-#", "main", "AsyncTask ##");
  }

  @Test
  void factsAreOfTheirForms() {
    assertThat(Facts.of(Map.of("app", "org.example", "api", "35")).apiLevel()).isEqualTo(35);
    for (var wrong :
        Map.of(
                "app",
                "a/b",
                "api",
                "x",
                "day",
                "2026-1-1",
                "device",
                "a\u001bb",
                "version",
                "a\u009bb",
                "scenario",
                "a\u2028b",
                "abi",
                "\ud800",
                "build",
                "x".repeat(201))
            .entrySet()) {
      assertThatThrownBy(() -> Facts.of(Map.ofEntries(wrong)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Facts some = Facts.of(Map.of("app", "a", "version", "1"));
    Facts others = Facts.of(Map.of("app", "b", "device", "d"));
    assertThat(some.orElse(others))
        .isEqualTo(Facts.of(Map.of("app", "a", "version", "1", "device", "d")));
    assertThat(Facts.NAMES.stream().collect(Collectors.toSet())).hasSize(8);
  }
}
