package dev.dexscope.apphost;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import javax.crypto.KeyGenerator;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** Android's key store, as apps find it by its name. The keys are the JDK's. */
final class AndroidKeys extends Provider {
  private static final long serialVersionUID = 1L;
  private static final String NAME = "AndroidKeyStore";
  private static final List<String> SECRET =
      List.of("AES", "HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384", "HmacSHA512");
  private static final List<String> PAIRS = List.of("RSA", "EC");

  private AndroidKeys() {
    super(NAME, "1", "the keys of an app");
    put("KeyStore." + NAME, Store.class.getName());
    for (String each : SECRET) {
      putService(
          new Service(this, "KeyGenerator", each, Generator.class.getName(), null, null) {
            @Override
            public Object newInstance(@Nullable Object parameter) {
              return new Generator(getAlgorithm());
            }
          });
    }
    for (String each : PAIRS) {
      putService(
          new Service(this, "KeyPairGenerator", each, PairGenerator.class.getName(), null, null) {
            @Override
            public Object newInstance(@Nullable Object parameter) {
              return new PairGenerator(getAlgorithm());
            }
          });
    }
  }

  /**
   * Lets apps find it.
   *
   * @param file with the keys of earlier runs
   */
  static void install(Path file) throws IOException {
    KeptKeys.own().open(file);
    Security.addProvider(new AndroidKeys());
  }

  private static void add(String alias, @Nullable Key key, Certificate... chain) {
    KeptKeys.own().put(alias, new KeptKeys.Entry(key, List.of(chain), System.currentTimeMillis()));
  }

  /** The store itself: one in a process. */
  @SuppressWarnings("JavaUtilDate") // What KeyStoreSpi has.
  public static final class Store extends KeyStoreSpi {
    /** Made by the JDK. */
    public Store() {}

    @Override
    public @Nullable Key engineGetKey(String alias, char[] password) {
      KeptKeys.Entry entry = KeptKeys.own().get(alias);
      return entry == null ? null : entry.key();
    }

    /** As on a device, an entry has no password. */
    @Override
    public KeyStore.@Nullable Entry engineGetEntry(
        String alias, KeyStore.@Nullable ProtectionParameter protection) {
      KeptKeys.Entry entry = KeptKeys.own().get(alias);
      if (entry == null) {
        return null;
      }
      return switch (entry.key()) {
        case SecretKey secret -> new KeyStore.SecretKeyEntry(secret);
        case PrivateKey key ->
            new KeyStore.PrivateKeyEntry(key, entry.chain().toArray(Certificate[]::new));
        case null, default -> new KeyStore.TrustedCertificateEntry(entry.chain().getFirst());
      };
    }

    @Override
    public Certificate @Nullable [] engineGetCertificateChain(String alias) {
      KeptKeys.Entry entry = KeptKeys.own().get(alias);
      return entry == null || entry.chain().isEmpty()
          ? null
          : entry.chain().toArray(Certificate[]::new);
    }

    @Override
    public @Nullable Certificate engineGetCertificate(String alias) {
      KeptKeys.Entry entry = KeptKeys.own().get(alias);
      return entry == null || entry.chain().isEmpty() ? null : entry.chain().getFirst();
    }

    @Override
    public @Nullable Date engineGetCreationDate(String alias) {
      KeptKeys.Entry entry = KeptKeys.own().get(alias);
      return entry == null ? null : new Date(entry.made());
    }

    @Override
    public void engineSetKeyEntry(
        String alias, Key key, char[] password, Certificate @Nullable [] chain) {
      add(alias, key, chain == null ? new Certificate[0] : chain);
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain)
        throws KeyStoreException {
      throw new KeyStoreException("Operation not supported because key encoding is unknown");
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) {
      add(alias, null, certificate);
    }

    @Override
    public void engineSetEntry(
        String alias, KeyStore.Entry entry, KeyStore.ProtectionParameter protection)
        throws KeyStoreException {
      switch (entry) {
        case KeyStore.SecretKeyEntry secret -> add(alias, secret.getSecretKey());
        case KeyStore.PrivateKeyEntry pair ->
            add(alias, pair.getPrivateKey(), pair.getCertificateChain());
        case KeyStore.TrustedCertificateEntry trusted ->
            add(alias, null, trusted.getTrustedCertificate());
        default -> throw new KeyStoreException("Unsupported entry: " + entry);
      }
    }

    @Override
    public void engineDeleteEntry(String alias) {
      KeptKeys.own().remove(alias);
    }

    @Override
    public Enumeration<String> engineAliases() {
      return Collections.enumeration(KeptKeys.own().aliases());
    }

    @Override
    public boolean engineContainsAlias(String alias) {
      return KeptKeys.own().get(alias) != null;
    }

    @Override
    public int engineSize() {
      return KeptKeys.own().aliases().size();
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
      return engineGetKey(alias, new char[0]) != null;
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
      return engineContainsAlias(alias) && !engineIsKeyEntry(alias);
    }

    @Override
    public @Nullable String engineGetCertificateAlias(Certificate certificate) {
      for (String each : KeptKeys.own().aliases()) {
        if (certificate.equals(engineGetCertificate(each))) {
          return each;
        }
      }
      return null;
    }

    @Override
    public void engineStore(OutputStream stream, char[] password) {
      throw new UnsupportedOperationException("Can not serialize AndroidKeyStore to OutputStream");
    }

    @Override
    public void engineLoad(InputStream stream, char[] password) {
      // As on a device there is nothing to be read.
    }
  }

  /**
   * The properties that an app specifies of a new key. The framework's classes for it belong to
   * another loader: their methods are called by name.
   *
   * @param size in bits; 0 or less for the usual one
   */
  private record Wanted(String alias, int size) {
    static Wanted of(AlgorithmParameterSpec spec) throws InvalidAlgorithmParameterException {
      try {
        Class<?> type = spec.getClass();
        return new Wanted(
            Objects.toString(type.getMethod("getKeystoreAlias").invoke(spec), ""),
            (Integer) type.getMethod("getKeySize").invoke(spec));
      } catch (ReflectiveOperationException e) {
        throw new InvalidAlgorithmParameterException("Cannot use " + spec, e);
      }
    }
  }

  private static UnsupportedOperationException unspecified() {
    return new UnsupportedOperationException("Cannot initialize without a KeyGenParameterSpec");
  }

  /** Makes keys that are in the store then. */
  static final class Generator extends KeyGeneratorSpi {
    private final String algorithm;
    private @Nullable Wanted wanted;

    Generator(String algorithm) {
      this.algorithm = algorithm;
    }

    @Override
    protected void engineInit(SecureRandom random) {
      throw unspecified();
    }

    @Override
    protected void engineInit(int keySize, SecureRandom random) {
      throw unspecified();
    }

    @Override
    protected void engineInit(AlgorithmParameterSpec spec, SecureRandom random)
        throws InvalidAlgorithmParameterException {
      wanted = Wanted.of(spec);
    }

    @Override
    protected SecretKey engineGenerateKey() {
      Wanted spec = Objects.requireNonNull(wanted, "Not initialized");
      try {
        KeyGenerator jdks = KeyGenerator.getInstance(algorithm, "SunJCE");
        if (spec.size() > 0) {
          jdks.init(spec.size());
        }
        SecretKey key = jdks.generateKey();
        add(spec.alias(), key);
        return key;
      } catch (GeneralSecurityException e) {
        throw new ProviderException(e);
      }
    }
  }

  /** Makes pairs of keys, whose private ones are in the store then, with a certificate. */
  static final class PairGenerator extends KeyPairGeneratorSpi {
    private final String algorithm;
    private @Nullable Wanted wanted;

    PairGenerator(String algorithm) {
      this.algorithm = algorithm;
    }

    @Override
    public void initialize(int keySize, SecureRandom random) {
      throw unspecified();
    }

    @Override
    public void initialize(AlgorithmParameterSpec spec, SecureRandom random)
        throws InvalidAlgorithmParameterException {
      wanted = Wanted.of(spec);
    }

    @Override
    public KeyPair generateKeyPair() {
      Wanted spec = Objects.requireNonNull(wanted, "Not initialized");
      try {
        KeyPairGenerator jdks = KeyPairGenerator.getInstance(algorithm);
        if (spec.size() > 0) {
          jdks.initialize(spec.size());
        }
        KeyPair keys = jdks.generateKeyPair();
        add(spec.alias(), keys.getPrivate(), SelfSigned.of(keys));
        return keys;
      } catch (GeneralSecurityException e) {
        throw new ProviderException(e);
      }
    }
  }
}
