package dev.dexscope.apk.sign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A private key with its certificates.
 *
 * @param alias its name in the keystore, from which v1 signature files get theirs
 * @param certificates the key's own first
 */
public record SigningKey(String alias, PrivateKey key, List<X509Certificate> certificates) {

  /**
   * A key of a keystore, PKCS12 or JKS.
   *
   * @param alias empty for the only key there is
   * @param keyPassword empty when it is the keystore's
   * @throws IOException if it cannot be read
   */
  public static SigningKey load(
      Path keystore, char[] storePassword, String alias, char[] keyPassword) throws IOException {
    if (!Files.exists(keystore)) {
      throw new NoSuchFileException(keystore.toString());
    }
    KeyStore store = open(keystore, storePassword);
    try {
      String name = alias.isEmpty() ? onlyKey(store, keystore) : alias;
      if (!store.isKeyEntry(name)) {
        throw new SigningException(
            "no key '" + name + "'", keystore, "its keys are " + keys(store));
      }
      char[] password = keyPassword.length == 0 ? storePassword : keyPassword;
      PrivateKey key = (PrivateKey) store.getKey(name, password);
      Certificate[] chain = store.getCertificateChain(name);
      return new SigningKey(
          name, key, Arrays.stream(chain).map(X509Certificate.class::cast).toList());
    } catch (UnrecoverableKeyException e) {
      throw new SigningException("wrong password of the key", keystore, "check it", e);
    } catch (GeneralSecurityException | ClassCastException e) {
      throw new SigningException(
          "not a key to sign with: " + e.getMessage(), keystore, "choose another", e);
    }
  }

  private static KeyStore open(Path keystore, char[] password) throws IOException {
    try {
      return KeyStore.getInstance(keystore.toFile(), password);
    } catch (IOException e) {
      if (e.getCause() instanceof UnrecoverableKeyException) {
        throw new SigningException("wrong password of the keystore", keystore, "check it", e);
      }
      throw new SigningException("not a whole keystore", keystore, "check the file", e);
    } catch (GeneralSecurityException e) {
      throw new SigningException(
          "neither a PKCS12 nor a JKS keystore", keystore, "convert it with keytool", e);
    }
  }

  private static List<String> keys(KeyStore store) throws KeyStoreException {
    List<String> keys = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        keys.add(alias);
      }
    }
    return keys;
  }

  private static String onlyKey(KeyStore store, Path keystore) throws KeyStoreException {
    List<String> keys = keys(store);
    if (keys.size() != 1) {
      throw new SigningException(
          keys.isEmpty() ? "no key" : "several keys", keystore, "name one of " + keys);
    }
    return keys.getFirst();
  }
}
