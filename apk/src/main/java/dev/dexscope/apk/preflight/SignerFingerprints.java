package dev.dexscope.apk.preflight;

import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The ways in which code writes down its signer: digests of the certificate as hex and base 64. */
final class SignerFingerprints {
  private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.(RSA|DSA|EC)");
  private static final List<String> DIGESTS = List.of("MD5", "SHA-1", "SHA-256");

  private SignerFingerprints() {}

  static Set<String> of(ZipArchive apk) {
    List<byte[]> certificates = new ArrayList<>(apk.signingBlock().certificates());
    for (Entry entry : apk.entries()) {
      if (SIGNATURE.matcher(entry.name()).matches()) {
        certificates.addAll(ofV1(entry.read()));
      }
    }
    Set<String> fingerprints = new HashSet<>();
    for (byte[] certificate : certificates) {
      for (String digest : DIGESTS) {
        add(fingerprints, digest(digest, certificate));
      }
    }
    return fingerprints;
  }

  /** A v1 signature is a PKCS #7 message; one that is damaged has no signer. */
  static List<byte[]> ofV1(byte[] message) {
    List<byte[]> encoded = new ArrayList<>();
    try {
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(message))) {
        encoded.add(certificate.getEncoded());
      }
    } catch (CertificateException e) {
      return List.of();
    }
    return encoded;
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }

  private static void add(Set<String> fingerprints, byte[] digest) {
    for (HexFormat hex : List.of(HexFormat.of(), HexFormat.ofDelimiter(":"))) {
      String text = hex.formatHex(digest);
      fingerprints.add(text);
      fingerprints.add(text.toUpperCase(Locale.ROOT));
    }
    for (Base64.Encoder base64 : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
      String text = base64.encodeToString(digest);
      fingerprints.add(text);
      fingerprints.add(text + "\n"); // As Android's own Base64 writes it.
      fingerprints.add(base64.withoutPadding().encodeToString(digest));
    }
  }
}
