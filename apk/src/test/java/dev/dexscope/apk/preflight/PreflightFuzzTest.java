package dev.dexscope.apk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Whatever stands in dex files and signatures is looked through without a fault. */
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
