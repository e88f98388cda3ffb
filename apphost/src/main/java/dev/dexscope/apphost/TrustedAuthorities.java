package dev.dexscope.apphost;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreSpi;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The authorities that the phone trusts, as apps find them by Android's name: the JDK's. */
final class TrustedAuthorities extends Provider {
  private static final long serialVersionUID = 1L;
  private static final String NAME = "AndroidCAStore";

  private TrustedAuthorities() {
    super("HarmonyJSSE", "1.0", "the authorities of the phone");
    put("KeyStore." + NAME, Store.class.getName());
  }

  /** Lets apps find them. */
  static void install() {
    Security.addProvider(new TrustedAuthorities());
  }

  /** The store, which nobody changes. */
  @SuppressWarnings("JavaUtilDate") // What KeyStoreSpi has.
  public static final class Store extends KeyStoreSpi {
    private static final Date BUILT = new Date(0);

    private final Map<String, X509Certificate> certificates = new LinkedHashMap<>();

    /** Made by the JDK. */
    public Store() {}

    @Override
    public void engineLoad(@Nullable InputStream stream, char @Nullable [] password)
        throws IOException, CertificateException {
      if (stream != null) {
        throw new UnsupportedOperationException();
      }
      var file = new File(System.getProperty("java.home"), "lib/security/cacerts");
      try {
        KeyStore jdks = KeyStore.getInstance(file, (char[]) null);
        for (String each : Collections.list(jdks.aliases())) {
          if (jdks.getCertificate(each) instanceof X509Certificate found) {
            add(found);
          }
        }
      } catch (GeneralSecurityException e) {
        throw new CertificateException(e);
      }
    }

    /** The alias is the name of the file that it has on a phone: a hash of the subject. */
    private void add(X509Certificate found) throws GeneralSecurityException {
      byte[] hash =
          MessageDigest.getInstance("MD5").digest(found.getSubjectX500Principal().getEncoded());
      int number = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getInt();
      int same = 0;
      String alias;
      do {
        alias = "system:%08x.%d".formatted(number, same++);
      } while (certificates.containsKey(alias));
      certificates.put(alias, found);
    }

    @Override
    public @Nullable Certificate engineGetCertificate(String alias) {
      return certificates.get(alias);
    }

    @Override
    public @Nullable String engineGetCertificateAlias(Certificate certificate) {
      for (Map.Entry<String, X509Certificate> each : certificates.entrySet()) {
        if (each.getValue().equals(certificate)) {
          return each.getKey();
        }
      }
      return null;
    }

    @Override
    public Enumeration<String> engineAliases() {
      return Collections.enumeration(certificates.keySet());
    }

    @Override
    public boolean engineContainsAlias(String alias) {
      return certificates.containsKey(alias);
    }

    @Override
    public int engineSize() {
      return certificates.size();
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
      return engineContainsAlias(alias);
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
      Objects.requireNonNull(alias);
      return false;
    }

    @Override
    public @Nullable Date engineGetCreationDate(String alias) {
      return engineContainsAlias(alias) ? BUILT : null;
    }

    @Override
    public @Nullable Key engineGetKey(String alias, char[] password) {
      Objects.requireNonNull(alias);
      return null;
    }

    @Override
    public Certificate @Nullable [] engineGetCertificateChain(String alias) {
      Objects.requireNonNull(alias);
      return null;
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void engineDeleteEntry(String alias) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void engineStore(OutputStream stream, char[] password) {
      throw new UnsupportedOperationException();
    }
  }
}
