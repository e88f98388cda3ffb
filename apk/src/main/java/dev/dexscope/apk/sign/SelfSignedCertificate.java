package dev.dexscope.apk.sign;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * An X.509 certificate of version 1 (RFC 5280, 4.1) for an RSA key, signed by the key itself:
 * sufficient for Android, and not available through a public API of the JDK.
 */
final class SelfSignedCertificate {
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int UTF8_STRING = 0x0c;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;

  /** sha256WithRSAEncryption (1.2.840.113549.1.1.11), without parameters. */
  private static final byte[] ALGORITHM = {
    0x30, 13, 6, 9, 42, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 1, 11, 5, 0
  };

  /** id-at-commonName (2.5.4.3). */
  private static final byte[] COMMON_NAME = {6, 3, 0x55, 4, 3};

  private SelfSignedCertificate() {}

  /** A certificate that is valid for this century: a debug key that ends is a nuisance only. */
  static X509Certificate of(KeyPair rsa, String commonName) throws GeneralSecurityException {
    byte[] text = tag(UTF8_STRING, commonName.getBytes(StandardCharsets.UTF_8));
    byte[] name = tag(SEQUENCE, tag(SET, tag(SEQUENCE, COMMON_NAME, text)));
    byte[] validity =
        tag(
            SEQUENCE,
            tag(UTC_TIME, ascii("200101000000Z")),
            tag(GENERALIZED_TIME, ascii("20991231235959Z")));
    byte[] serial = new BigInteger(63, new SecureRandom()).add(BigInteger.ONE).toByteArray();
    byte[] toSign =
        tag(
            SEQUENCE,
            tag(INTEGER, serial),
            ALGORITHM,
            name,
            validity,
            name,
            rsa.getPublic().getEncoded());
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(rsa.getPrivate());
    signer.update(toSign);
    byte[] signature = tag(BIT_STRING, new byte[1], signer.sign());
    byte[] certificate = tag(SEQUENCE, toSign, ALGORITHM, signature);
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A DER value: tag, length, parts. */
  private static byte[] tag(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    var out = new ByteArrayOutputStream(length + 4);
    out.write(tag);
    if (length > 0xff) {
      out.write(0x82);
      out.write(length >> 8);
    } else if (length > 0x7f) {
      out.write(0x81);
    }
    out.write(length);
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
