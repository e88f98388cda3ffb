package dev.dexscope.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfilesTest {
  private static ArtProfile random(Random random) {
    List<DexProfile> files = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int methodCount = random.nextInt(random.nextInt(20) == 0 ? 1 << 16 : 1 << 9) + 1;
      int typeCount = random.nextInt(1 << 16) + 1;
      SortedMap<Integer, Integer> methods = new TreeMap<>();
      for (int k = random.nextInt(60); k > 0; k--) {
        methods.put(random.nextInt(methodCount), 1 + random.nextInt(7));
      }
      files.add(
          new DexProfile(
              "classes" + i + ".dex",
              random.nextInt(),
              typeCount,
              methodCount,
              numbers(random, typeCount),
              numbers(random, typeCount),
              methods));
    }
    return new ArtProfile(files);
  }

  private static SortedSet<Integer> numbers(Random random, int limit) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (int k = random.nextInt(50); k > 0; k--) {
      numbers.add(random.nextInt(limit));
    }
    return numbers;
  }

  /** What a version keeps of a profile. */
  private static ArtProfile kept(ArtProfile profile, ProfileVersion version) {
    boolean hasUses = version.compareTo(ProfileVersion.O_MR1) >= 0;
    List<DexProfile> files = new ArrayList<>();
    for (DexProfile each : profile.dexFiles()) {
      SortedMap<Integer, Integer> methods = new TreeMap<>(each.methods());
      if (!hasUses) {
        methods.replaceAll((_, _) -> 1);
      }
      boolean isOldest = version == ProfileVersion.N;
      files.add(
          new DexProfile(
              each.key(),
              each.checksum(),
              version == ProfileVersion.S ? each.typeCount() : 0,
              hasUses ? each.methodCount() : 0,
              isOldest ? new TreeSet<>() : each.types(),
              isOldest ? each.definitions() : new TreeSet<>(),
              methods));
    }
    return new ArtProfile(files);
  }

  @ParameterizedTest
  @EnumSource(ProfileVersion.class)
  void whatIsWrittenIsRead(ProfileVersion version) {
    var random = new Random(58);
    for (int i = 0; i < 60; i++) {
      ArtProfile profile = random(random);
      byte[] bytes = ProfileWriter.profile(profile, version);
      ProfileReader.Found found = ProfileReader.profile("p", bytes);
      assertThat(found.version()).isEqualTo(version);
      assertThat(found.profile()).isEqualTo(kept(profile, version));
    }
  }

  @Test
  void theFileBesideItAddsTheTypes() {
    var random = new Random(59);
    for (int i = 0; i < 60; i++) {
      ArtProfile profile = random(random);
      byte[] bytes = ProfileWriter.profile(profile, ProfileVersion.P);
      ArtProfile read = ProfileReader.profile("p", bytes).profile();
      assertThat(ProfileReader.withMetadata(read, "m", ProfileWriter.metadata(profile)))
          .isEqualTo(profile);
    }
  }

  /** Version 010 by hand, from its description in the source of Android's runtime. */
  @Test
  void aProfileHasTheDescribedBytes() {
    SortedMap<Integer, Integer> methods = new TreeMap<>();
    methods.put(1, 1);
    methods.put(3, 7);
    methods.put(4, 2);
    var file =
        new DexProfile(
            "classes.dex",
            0x01020304,
            9,
            5,
            new TreeSet<>(List.of(2, 7)),
            new TreeSet<>(),
            methods);
    byte[] bytes = ProfileWriter.profile(new ArtProfile(List.of(file)), ProfileVersion.P);
    assertThat(Arrays.copyOf(bytes, 13))
        .containsExactly('p', 'r', 'o', 0, '0', '1', '0', 0, 1, 41, 0, 0, 0);
    ArtProfile read = ProfileReader.profile("p", bytes).profile();
    assertThat(read.dexFiles().getFirst().methods()).isEqualTo(methods);
  }

  /** Damaged ones are refused by the module's own exception, or read as something else. */
  @ParameterizedTest
  @EnumSource(ProfileVersion.class)
  void damagedProfilesAreRefused(ProfileVersion version) {
    var random = new Random(60);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = ProfileWriter.profile(random(random), version);
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        bytes[random.nextInt(Math.min(bytes.length, 80))] = (byte) random.nextInt();
      }
      if (random.nextBoolean()) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      byte[] damaged = bytes;
      try {
        ProfileReader.profile("p", damaged);
      } catch (BaselineFormatException e) {
        assertThat(e.file()).startsWith("p");
      }
    }
  }

  @Test
  void otherFilesAreNoProfiles() {
    assertThatThrownBy(() -> ProfileReader.profile("p", new byte[0]))
        .hasMessage("p: at 0x0: no profile of Android's runtime");
    byte[] newer = {'p', 'r', 'o', 0, '0', '9', '9', 0, 1};
    assertThatThrownBy(() -> ProfileReader.profile("p", newer))
        .hasMessageContaining("version 099 of profiles is not known");
  }
}
