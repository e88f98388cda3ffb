package dev.dexscope.apphost;

import java.io.InputStream;
import java.io.OutputStream;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.KeyGenerator;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Android's key store for secret keys, as apps find it by its name: the keys are kept in the
 * process, and are gone with it.
 */
final class AndroidKeys extends Provider {
  private static final long serialVersionUID = 1L;
  private static final String NAME = "AndroidKeyStore";

  private AndroidKeys() {
    super(NAME, "1", "secret keys for as long as the process runs");
    put("KeyStore." + NAME, Store.class.getName());
    for (String each :
        new String[] {"AES", "HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384", "HmacSHA512"}) {
      putService(
          new Service(this, "KeyGenerator", each, Generator.class.getName(), null, null) {
            @Override
            public Object newInstance(@Nullable Object parameter) {
              return new Generator(getAlgorithm());
            }
          });
    }
  }

  /** Lets apps find it. */
  static void install() {
    Security.addProvider(new AndroidKeys());
  }

  /** The store itself: one in a process. */
  @SuppressWarnings("JavaUtilDate") // What KeyStoreSpi has.
  public static final class Store extends KeyStoreSpi {
    private record Entry(Key key, Date made) {}

    private static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();

    /** Made by the JDK. */
    public Store() {}

    @Override
    public @Nullable Key engineGetKey(String alias, char[] password) {
      Entry entry = ENTRIES.get(alias);
      return entry == null ? null : entry.key();
    }

    @Override
    public Certificate @Nullable [] engineGetCertificateChain(String alias) {
      return null;
    }

    @Override
    public @Nullable Certificate engineGetCertificate(String alias) {
      return null;
    }

    @Override
    public @Nullable Date engineGetCreationDate(String alias) {
      Entry entry = ENTRIES.get(alias);
      return entry == null ? null : entry.made();
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) {
      ENTRIES.put(alias, new Entry(key, new Date()));
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain)
        throws KeyStoreException {
      throw new KeyStoreException("Operation not supported because key encoding is unknown");
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate)
        throws KeyStoreException {
      throw new KeyStoreException("certificates are not kept here");
    }

    @Override
    public void engineSetEntry(
        String alias, KeyStore.Entry entry, KeyStore.ProtectionParameter protection)
        throws KeyStoreException {
      if (!(entry instanceof KeyStore.SecretKeyEntry secret)) {
        throw new KeyStoreException("only secret keys are kept here");
      }
      ENTRIES.put(alias, new Entry(secret.getSecretKey(), new Date()));
    }

    @Override
    public void engineDeleteEntry(String alias) {
      ENTRIES.remove(alias);
    }

    @Override
    public Enumeration<String> engineAliases() {
      return Collections.enumeration(ENTRIES.keySet());
    }

    @Override
    public boolean engineContainsAlias(String alias) {
      return ENTRIES.containsKey(alias);
    }

    @Override
    public int engineSize() {
      return ENTRIES.size();
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
      return ENTRIES.containsKey(alias);
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
      return false;
    }

    @Override
    public @Nullable String engineGetCertificateAlias(Certificate certificate) {
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

  /** Makes keys that are in the store then. */
  static final class Generator extends KeyGeneratorSpi {
    private final String algorithm;
    private String alias = "";
    private int size;

    Generator(String algorithm) {
      this.algorithm = algorithm;
    }

    @Override
    protected void engineInit(SecureRandom random) {
      throw new UnsupportedOperationException("Cannot initialize without a KeyGenParameterSpec");
    }

    @Override
    protected void engineInit(int keySize, SecureRandom random) {
      throw new UnsupportedOperationException("Cannot initialize without a KeyGenParameterSpec");
    }

    /** The framework's class belongs to another loader: its methods are called by name. */
    @Override
    protected void engineInit(AlgorithmParameterSpec spec, SecureRandom random)
        throws InvalidAlgorithmParameterException {
      try {
        Class<?> type = spec.getClass();
        alias = Objects.toString(type.getMethod("getKeystoreAlias").invoke(spec), "");
        size = (Integer) type.getMethod("getKeySize").invoke(spec);
      } catch (ReflectiveOperationException e) {
        throw new InvalidAlgorithmParameterException("Cannot use " + spec, e);
      }
    }

    @Override
    protected SecretKey engineGenerateKey() {
      try {
        KeyGenerator jdks = KeyGenerator.getInstance(algorithm, "SunJCE");
        if (size > 0) {
          jdks.init(size);
        }
        SecretKey key = jdks.generateKey();
        new Store().engineSetKeyEntry(alias, key, new char[0], new Certificate[0]);
        return key;
      } catch (NoSuchAlgorithmException | java.security.NoSuchProviderException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
