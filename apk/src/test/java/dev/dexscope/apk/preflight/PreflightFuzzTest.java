package dev.dexscope.apk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Any content of dex files and signatures is checked without a failure. */
class PreflightFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyCode(byte[] dex) {
    String all = new String(dex, StandardCharsets.ISO_8859_1);
    DexStrings.forEach(dex, text -> assertThat(all).contains((char) text.length() + text + '\0'));
  }

  @FuzzTest(maxDuration = "30m")
  void anySignature(byte[] signature) {
    assertThat(SignerFingerprints.ofV1(signature))
        .allSatisfy(certificate -> assertThat(certificate).isNotEmpty());
  }
}
