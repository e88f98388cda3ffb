package dev.dexscope.apk.sign;

import com.android.apksig.ApkVerifier;
import com.android.apksig.apk.ApkFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The state of a package's signature, as Android checks it, and its signers.
 *
 * <pre>{@code
 * ApkSignature signature = ApkSignature.of(Path.of("app.apk"), 21);
 * if (!signature.isGood()) { ... signature.faults() ... }
 * }</pre>
 *
 * @param signers the SHA-256 digests of their certificates in hexadecimal digits
 * @param faults the reasons for which Android would refuse it; empty if it is good
 */
public record ApkSignature(Set<String> signers, List<String> faults) {
  private static final int MOST_FAULTS = 3;

  public ApkSignature {
    signers = Set.copyOf(signers);
    faults = List.copyOf(faults);
  }

  /**
   * Checks all that is in a package.
   *
   * @param minSdk the first version of Android that it runs on
   * @throws IOException if it cannot be read
   */
  public static ApkSignature of(Path apk, int minSdk) throws IOException {
    try {
      ApkVerifier.Result result = verify(apk, minSdk);
      if (!result.isVerified()) {
        return new ApkSignature(Set.of(), faults(result));
      }
      Set<String> signers = new HashSet<>();
      for (X509Certificate each : result.getSignerCertificates()) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(each.getEncoded());
        signers.add(HexFormat.of().formatHex(digest));
      }
      return new ApkSignature(signers, List.of());
    } catch (ApkFormatException | GeneralSecurityException | RuntimeException e) {
      return new ApkSignature(Set.of(), List.of(e.getMessage() + ""));
    }
  }

  private static List<String> faults(ApkVerifier.Result result) {
    List<String> faults = new ArrayList<>();
    result.getErrors().forEach(each -> faults.add(each + ""));
    result
        .getV2SchemeSigners()
        .forEach(signer -> signer.getErrors().forEach(e -> faults.add(e + "")));
    result
        .getV3SchemeSigners()
        .forEach(signer -> signer.getErrors().forEach(e -> faults.add(e + "")));
    if (faults.isEmpty()) {
      faults.add("it is not signed");
    }
    return faults.subList(0, Math.min(faults.size(), MOST_FAULTS));
  }

  /**
   * Returns the certificates of a package's signers in their encoded form; empty if Android would
   * refuse the package.
   *
   * @param minSdk the first version of Android that it runs on
   * @throws IOException if it cannot be read
   */
  public static List<byte[]> certificates(Path apk, int minSdk) throws IOException {
    try {
      ApkVerifier.Result result = verify(apk, minSdk);
      List<byte[]> certificates = new ArrayList<>();
      if (result.isVerified()) {
        for (X509Certificate each : result.getSignerCertificates()) {
          certificates.add(each.getEncoded());
        }
      }
      return certificates;
    } catch (ApkFormatException | GeneralSecurityException | RuntimeException e) {
      return List.of();
    }
  }

  private static ApkVerifier.Result verify(Path apk, int minSdk)
      throws IOException, ApkFormatException, GeneralSecurityException {
    return new ApkVerifier.Builder(apk.toFile())
        .setMinCheckedPlatformVersion(Math.max(1, minSdk))
        .build()
        .verify();
  }

  /** Returns whether Android would take it. */
  public boolean isGood() {
    return faults.isEmpty();
  }
}
