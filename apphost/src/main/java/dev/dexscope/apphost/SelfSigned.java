package dev.dexscope.apphost;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * The certificate that Android's key store makes for a new key pair: X.509 version 1 in DER (RFC
 * 5280, 4.1), signed by the key itself, with the names and dates that Android's have unless an app
 * has others.
 */
final class SelfSigned {
  private static final int INTEGER = 0x02;
  private static final int BITS = 0x03;
  private static final int NULL = 0x05;
  private static final int OBJECT = 0x06;
  private static final int TEXT = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;

  private static final int LONG_FORM = 0x80;

  /** sha256WithRSAEncryption (RFC 4055), ecdsa-with-SHA256 (RFC 5758), id-at-commonName. */
  private static final byte[] WITH_RSA = {
    0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x0b
  };

  private static final byte[] WITH_EC = {
    0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02
  };

  private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};

  private SelfSigned() {}

  /** The certificate of a pair of keys for RSA or elliptic curves. */
  static X509Certificate of(KeyPair keys) throws GeneralSecurityException {
    boolean isRsa = keys.getPrivate().getAlgorithm().equals("RSA");
    byte[] algorithm =
        isRsa
            ? der(SEQUENCE, der(OBJECT, WITH_RSA), der(NULL))
            : der(SEQUENCE, der(OBJECT, WITH_EC));
    byte[] name =
        der(
            SEQUENCE,
            der(
                SET,
                der(
                    SEQUENCE,
                    der(OBJECT, COMMON_NAME),
                    der(TEXT, "fake".getBytes(StandardCharsets.UTF_8)))));
    byte[] content =
        der(
            SEQUENCE,
            der(INTEGER, BigInteger.ONE.toByteArray()),
            algorithm,
            name,
            der(SEQUENCE, time("700101000000Z"), time("480101000000Z")),
            name,
            keys.getPublic().getEncoded());
    Signature signer = Signature.getInstance(isRsa ? "SHA256withRSA" : "SHA256withECDSA");
    signer.initSign(keys.getPrivate());
    signer.update(content);
    byte[] whole = der(SEQUENCE, content, algorithm, der(BITS, new byte[1], signer.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(whole));
  }

  private static byte[] time(String text) {
    return der(UTC_TIME, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A tag, the length of the contents, and these. */
  private static byte[] der(int tag, byte[]... contents) {
    int length = 0;
    for (byte[] each : contents) {
      length += each.length;
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (length < LONG_FORM) {
      out.write(length);
    } else {
      int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
      out.write(LONG_FORM + bytes);
      for (int i = bytes - 1; i >= 0; i--) {
        out.write(length >> (8 * i));
      }
    }
    for (byte[] each : contents) {
      out.writeBytes(each);
    }
    return out.toByteArray();
  }
}
