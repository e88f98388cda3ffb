package dev.dexscope.apphost;

import dev.dexscope.base.files.OutputFile;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an app's key store, in a file beside the app's own: what it has encrypted in one run
 * it can read in the next.
 */
final class KeptKeys {
  private static final int MAGIC = 0x44584b31;
  private static final int MOST_BYTES = 1 << 20;

  /**
   * A key, or a certificate that others have signed.
   *
   * @param key null for a certificate alone
   * @param chain empty for a secret key
   * @param made in milliseconds since the epoch
   */
  record Entry(@Nullable Key key, List<Certificate> chain, long made) {}

  private static final KeptKeys OWN = new KeptKeys();

  private final Map<String, Entry> entries = new TreeMap<>();
  private @Nullable Path file;

  private KeptKeys() {}

  /** The one of this process. */
  static KeptKeys own() {
    return OWN;
  }

  /**
   * Reads what an earlier run has left.
   *
   * @param in which is written with each change
   */
  synchronized void open(Path in) throws IOException {
    file = in;
    if (Files.exists(in)) {
      byte[] bytes = Files.readAllBytes(in);
      try (var data = new DataInputStream(new ByteArrayInputStream(bytes))) {
        read(data);
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        throw new IOException("damaged keys, " + in + ": " + e.getMessage(), e);
      }
    }
  }

  private void read(DataInputStream in) throws IOException, GeneralSecurityException {
    if (in.readInt() != MAGIC) {
      throw new IOException("no keys, " + file);
    }
    CertificateFactory certificates = CertificateFactory.getInstance("X.509");
    for (int left = in.readInt(); left > 0; left--) {
      String alias = in.readUTF();
      long made = in.readLong();
      boolean isSecret = in.readBoolean();
      String algorithm = in.readUTF();
      byte[] encoded = bytes(in);
      List<Certificate> chain = new ArrayList<>();
      for (int more = in.readInt(); more > 0; more--) {
        chain.add(certificates.generateCertificate(new ByteArrayInputStream(bytes(in))));
      }
      Key key = encoded.length == 0 ? null : key(isSecret, algorithm, encoded);
      entries.put(alias, new Entry(key, List.copyOf(chain), made));
    }
  }

  private static Key key(boolean isSecret, String algorithm, byte[] encoded)
      throws GeneralSecurityException {
    return isSecret
        ? new SecretKeySpec(encoded, algorithm)
        : KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("damaged keys: a length of " + length);
    }
    return in.readNBytes(length);
  }

  synchronized @Nullable Entry get(String alias) {
    return entries.get(alias);
  }

  synchronized List<String> aliases() {
    return List.copyOf(entries.keySet());
  }

  synchronized void put(String alias, Entry entry) {
    entries.put(alias, entry);
    save();
  }

  synchronized void remove(String alias) {
    if (entries.remove(alias) != null) {
      save();
    }
  }

  private void save() {
    Path target = file;
    if (target == null) {
      return;
    }
    try {
      OutputFile.write(target, this::write);
    } catch (IOException e) {
      // As a device's store that does not answer.
      throw new IllegalStateException("the key store cannot be written: " + e.getMessage(), e);
    }
  }

  private void write(OutputStream stream) throws IOException {
    var out = new DataOutputStream(stream);
    out.writeInt(MAGIC);
    out.writeInt(entries.size());
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      Key key = each.getValue().key();
      out.writeUTF(each.getKey());
      out.writeLong(each.getValue().made());
      out.writeBoolean(!(key instanceof PrivateKey));
      out.writeUTF(key == null ? "" : key.getAlgorithm());
      put(out, key == null ? new byte[0] : Objects.requireNonNull(key.getEncoded()));
      out.writeInt(each.getValue().chain().size());
      for (Certificate certificate : each.getValue().chain()) {
        try {
          put(out, certificate.getEncoded());
        } catch (GeneralSecurityException e) {
          throw new IOException(e);
        }
      }
    }
    out.flush();
  }

  private static void put(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
