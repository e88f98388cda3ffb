package dev.dexscope.apk.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.Samples;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {
  @TempDir private Path folder;

  @Test
  void saysWhatStandsInIt() {
    Manifest manifest = Samples.manifest();

    assertThat(manifest.packageName()).isEqualTo("dev.dexscope.sample");
    assertThat(manifest.split()).isEmpty();
    assertThat(manifest.minSdk()).isEqualTo(21);
    assertThat(manifest.targetSdk()).isEqualTo(29);
    assertThat(manifest.permissions()).containsExactly("android.permission.CAMERA");
    assertThat(manifest.launcherActivity()).isEqualTo("dev.dexscope.sample.Main");
    assertThat(manifest.components())
        .containsExactly(new Component("activity", "dev.dexscope.sample.Main", "", false));
    assertThat(manifest.metaData("ratio")).contains("1.5");
  }

  @Test
  void missingAttributesHaveAndroidsDefaults() {
    Manifest manifest = Samples.manifest();

    assertThat(manifest.isDebuggable()).isFalse();
    assertThat(manifest.isProfileableByShell()).isFalse();
    assertThat(manifest.isTestOnly()).isFalse();
    assertThat(manifest.isSplitRequired()).isFalse();
    assertThat(manifest.extractsNativeLibs()).isTrue();
    assertThat(manifest.hasCode()).isTrue();
    assertThat(manifest.sharedUserId()).isEmpty();
    assertThat(manifest.applicationClass()).isEmpty();
    assertThat(manifest.componentFactory()).isEmpty();
  }

  @Test
  void everythingThatCanBeSetIsSeenAgain() {
    Manifest manifest = Samples.manifest();
    manifest.makeDebuggable();
    manifest.makeProfileableByShell();
    manifest.makeProfileableByShell();
    manifest.addPermission("android.permission.INTERNET");
    manifest.addPermission("android.permission.CAMERA");
    manifest.set("application@extractNativeLibs=false");
    manifest.set("application@testOnly=true");
    manifest.set("application@android:name=App");
    manifest.set("manifest@sharedUserId=a.b.c");
    manifest.set("manifest@isSplitRequired=true");
    manifest.set("manifest@split=config.de");
    manifest.set("uses-sdk@minSdkVersion=26");
    manifest.set("application/activity[.Main]@process=:ui");
    manifest.set("manifest@versionName=12");

    Manifest again = Manifest.read("changed", manifest.write());
    assertThat(again.isDebuggable()).isTrue();
    assertThat(again.isProfileableByShell()).isTrue();
    assertThat(again.permissions())
        .containsExactly("android.permission.CAMERA", "android.permission.INTERNET");
    assertThat(again.extractsNativeLibs()).isFalse();
    assertThat(again.isTestOnly()).isTrue();
    assertThat(again.applicationClass()).isEqualTo("dev.dexscope.sample.App");
    assertThat(again.sharedUserId()).isEqualTo("a.b.c");
    assertThat(again.isSplitRequired()).isTrue();
    assertThat(again.split()).isEqualTo("config.de");
    assertThat(again.minSdk()).isEqualTo(26);
    assertThat(again.components().getFirst().process()).isEqualTo(":ui");
    assertThat(again.toXml()).containsOnlyOnce("<profileable").contains("versionName=\"12\"");
  }

  @Test
  void codeNamesAreVersionsToCome() {
    Manifest manifest = Samples.manifest();
    manifest.set("uses-sdk@minSdkVersion=Baklava");
    manifest.set("uses-sdk@targetSdkVersion=@0x7f010000");

    assertThat(manifest.minSdk()).isEqualTo(Manifest.PREVIEW);
    assertThat(manifest.targetSdk()).as("not known").isEqualTo(Manifest.PREVIEW);
  }

  @Test
  void aValueHasTheTypeThatItLooksLike() {
    Manifest manifest = Samples.manifest();
    manifest.set("application@icon=@0x7f020000");
    manifest.set("application@theme=?0x01010030");
    manifest.set("application@label=2048");
    manifest.set("application/activity@configChanges=0xfb0");
    manifest.set("application@uiOptions:0x01010398=1");
    manifest.set("application@uiOptions=2");

    assertThat(Manifest.read("changed", manifest.write()).toXml())
        .contains(
            "android:icon=\"@0x7f020000\"",
            "android:theme=\"?0x01010030\"",
            "android:label=\"2048\"",
            "android:configChanges=\"0xfb0\"",
            "android:uiOptions=\"2\"");
  }

  @Test
  void whatCannotBeSetIsNamed() {
    Manifest manifest = Samples.manifest();

    assertThatThrownBy(() -> manifest.set("application"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'application' is not PATH@ATTRIBUTE=VALUE, such as application@debuggable=true");
    assertThatThrownBy(() -> manifest.set("application/service[.S]@enabled=true"))
        .hasMessage("no <service> named .S at this place");
    assertThatThrownBy(() -> manifest.set("application@tint=1"))
        .hasMessage(
            "the attribute 'tint' is unknown; specify its resource id too: tint:0x0101....");
    assertThatThrownBy(() -> manifest.set("application//x@enabled=1"))
        .hasMessage("'' is not ELEMENT or ELEMENT[NAME]");
  }

  @Test
  void aPackageWithoutManifestIsRefused() {
    assertThatThrownBy(() -> Manifest.of(ZipArchive.empty("a.apk")))
        .isInstanceOf(ApkFormatException.class)
        .hasMessageContaining("it has no AndroidManifest.xml");
  }

  @Test
  @NeedsPeer(Peer.AAPT)
  void aNewManifestIsAsAaptWouldMakeIt() throws Exception {
    Manifest manifest = Manifest.create("dev.dexscope.fresh", 24, 34);
    manifest.addLauncherActivity(".Main");
    manifest.set("application@label=Fresh");
    Path apk = Files.write(folder.resolve("a.apk"), Samples.apk(manifest));

    assertThat(Manifest.read("again", manifest.write()).launcherActivity())
        .isEqualTo("dev.dexscope.fresh.Main");
    assertThat(manifest.toXml())
        .isEqualTo(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <manifest
                xmlns:android="http://schemas.android.com/apk/res/android"
                android:versionCode="1"
                package="dev.dexscope.fresh">
              <uses-sdk
                  android:minSdkVersion="24"
                  android:targetSdkVersion="34"/>
              <application android:label="Fresh">
                <activity
                    android:name=".Main"
                    android:exported="true">
                  <intent-filter>
                    <action android:name="android.intent.action.MAIN"/>
                    <category android:name="android.intent.category.LAUNCHER"/>
                  </intent-filter>
                </activity>
              </application>
            </manifest>
            """);
    Peer.Answer badging = Peer.AAPT.run("dump", "badging", apk.toString());
    assertThat(badging.exit()).as(badging.out()).isZero();
    assertThat(badging.out())
        .contains(
            "package: name='dev.dexscope.fresh' versionCode='1'",
            "sdkVersion:'24'",
            "targetSdkVersion:'34'",
            "launchable-activity: name='dev.dexscope.fresh.Main'");
  }

  /** The judge is Android's packaging tool. */
  @Test
  @NeedsPeer(Peer.AAPT)
  void aaptSeesTheChanges() throws Exception {
    Manifest manifest = Samples.manifest();
    manifest.makeDebuggable();
    manifest.makeProfileableByShell();
    manifest.addPermission("android.permission.INTERNET");
    manifest.set("manifest@package=dev.dexscope.changed");
    manifest.set("uses-sdk@targetSdkVersion=34");
    manifest.set("application@testOnly=true");
    manifest.set("manifest@versionCode=77");
    Path apk = Files.write(folder.resolve("a.apk"), Samples.apk(manifest));

    Peer.Answer badging = Peer.AAPT.run("dump", "badging", apk.toString());
    assertThat(badging.exit()).as(badging.out()).isZero();
    assertThat(badging.out())
        .contains(
            "package: name='dev.dexscope.changed' versionCode='77' versionName='1.2 <b>'",
            "sdkVersion:'21'",
            "targetSdkVersion:'34'",
            "application-debuggable",
            "testOnly='-1'",
            "uses-permission: name='android.permission.CAMERA'",
            "uses-permission: name='android.permission.INTERNET'",
            "launchable-activity: name='dev.dexscope.changed.Main'");
    Peer.Answer tree = Peer.AAPT.run("dump", "xmltree", apk.toString(), Manifest.ENTRY);
    assertThat(tree.out()).contains("E: profileable", "android:shell(0x01010594)=(type 0x12)0xff");
  }
}
