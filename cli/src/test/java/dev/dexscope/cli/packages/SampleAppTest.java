package dev.dexscope.cli.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.Peers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The app that the build makes is one that a device would install and run. */
class SampleAppTest {
  private static final String APK = "../samples/target/birdbook.apk";
  private static final String NAME = "dev.dexscope.samples.birdbook";

  @BeforeEach
  void theBuildMakesIt() {
    Peers.requireMachine(
        Files.exists(Path.of(APK)), "aapt2 does not run here, so that the build left the app out");
  }

  @Test
  void itsManifestNamesWhatThePlatformStarts() {
    Run run = Run.of("manifest", APK);

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("package=\"" + NAME + "\"", "android:targetSdkVersion=\"35\"")
        .contains("\".BirdBook\"", "\".CountService\"", "\".CountReceiver\"")
        .contains("android.intent.category.LAUNCHER")
        .doesNotContain("debuggable");
  }

  @Test
  @NeedsPeer(Peer.ANDROID_ALL)
  void itsCodeIsFreeOfFaultsBesideAndroidsClasses() {
    Run run = Run.of("verify", "--boot", Peer.ANDROID_ALL.path().toString(), APK);

    assertThat(run.exit()).as(run.out()).isZero();
    assertThat(run.out()).endsWith("access checks 0, soft 0, hard 0, load failed 0\n");
  }

  @Test
  @NeedsPeer(Peer.ART)
  void artRejectsNothing() throws Exception {
    Process art =
        new ProcessBuilder(Peer.ART.path().resolve("art-verify").toString(), APK)
            .redirectErrorStream(true)
            .start();
    String out = new String(art.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(art.waitFor()).as(out).isZero();
    assertThat(out).contains("hard 0");
  }

  @Test
  @NeedsPeer({Peer.AAPT2, Peer.APKSIGNER, Peer.ZIPALIGN})
  void androidsToolsTakeIt() throws Exception {
    assertThat(Peer.AAPT2.run("dump", "badging", APK).out())
        .contains("package: name='" + NAME + "' versionCode='1'")
        .contains("application-label:'Bird Book'")
        .contains("launchable-activity: name='" + NAME + ".SightingsActivity'");
    assertThat(Peer.APKSIGNER.run("verify", "-Werr", APK).exit()).isZero();
    // Since Android 11 the table of resources has to lie there uncompressed and aligned.
    assertThat(Peer.ZIPALIGN.run("-c", "4", APK).exit()).isZero();
    assertThat(Peer.AAPT2.run("dump", "configurations", APK).out()).contains("night");
  }
}
