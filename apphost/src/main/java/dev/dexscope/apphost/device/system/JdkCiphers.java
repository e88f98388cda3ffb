package dev.dexscope.apphost.device.system;

import java.security.KeyPairGeneratorSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Provider.Service;
import java.security.SecureRandom;
import java.security.Security;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The algorithms of Android's provider, each made by the JDK. */
final class JdkCiphers {
  private static final String CIPHER = "Cipher";
  private static final String PAIRS = "KeyPairGenerator";
  private static final String RANDOM = "SecureRandom";

  /** In bits: the JDK's own sizes are larger. */
  private static final Map<String, Integer> PAIR_SIZES = Map.of("RSA", 2048, "EC", 256);

  private static final List<String> HASHES =
      List.of("SHA1", "SHA224", "SHA256", "SHA384", "SHA512");

  /** The attributes of services by which the JDK chooses among them. */
  private static final List<String> ATTRIBUTES =
      List.of("SupportedModes", "SupportedPaddings", "SupportedKeyFormats", "SupportedKeyClasses");

  private final Provider owner;
  private final List<Service> services = new ArrayList<>();

  private JdkCiphers(Provider owner) {
    this.owner = owner;
  }

  /** Returns them as services of a provider. */
  static List<Service> of(Provider owner) {
    var made = new JdkCiphers(owner);
    made.add("SUN", "MessageDigest", "MD5");
    for (String each : HASHES) {
      String jdks = each.replace("SHA", "SHA-");
      made.add("SUN", "MessageDigest", jdks, each, jdks);
      made.add("SunJCE", "Mac", "Hmac" + each);
      made.add("SunJCE", "KeyGenerator", "Hmac" + each);
      made.add("SunRsaSign", "Signature", each + "withRSA");
      made.add("SunEC", "Signature", each + "withECDSA");
    }
    made.add("SunJCE", "Mac", "HmacMD5");
    for (String each : List.of("AES", "AES/GCM/NoPadding", "DESede", "RSA")) {
      made.add("SunJCE", CIPHER, each);
    }
    for (String each : List.of("AES", "DESede", StreamCipher.NAME)) {
      made.add("SunJCE", "KeyGenerator", each);
    }
    made.add("SunJCE", CIPHER, "ChaCha20/Poly1305/NoPadding", "", "ChaCha20-Poly1305");
    made.services.add(new StreamCipher.OfProvider(owner));
    made.add("SunRsaSign", PAIRS, "RSA");
    made.add("SunEC", PAIRS, "EC");
    made.add("SunRsaSign", "KeyFactory", "RSA");
    made.add("SunEC", "KeyFactory", "EC");
    made.add("SunEC", "KeyAgreement", "ECDH");
    made.add("SUN", RANDOM, "SHA1PRNG", "", "NativePRNG");
    return made.services;
  }

  private void add(String provider, String type, String algorithm) {
    add(provider, type, algorithm, "", algorithm);
  }

  private void add(String provider, String type, String algorithm, String alias, String jdks) {
    Service found = Security.getProvider(provider).getService(type, jdks);
    List<String> aliases = alias.isEmpty() ? List.of() : List.of(alias);
    services.add(new Jdks(owner, Objects.requireNonNull(found, jdks), algorithm, aliases));
  }

  private static Map<String, String> attributes(Service jdks) {
    Map<String, String> all = new HashMap<>();
    for (String each : ATTRIBUTES) {
      String value = jdks.getAttribute(each);
      if (value != null) {
        all.put(each, value);
      }
    }
    return all;
  }

  /** The JDK's implementation under the name of another provider. */
  private static final class Jdks extends Service {
    private final Service jdks;

    Jdks(Provider owner, Service jdks, String algorithm, List<String> aliases) {
      super(owner, jdks.getType(), algorithm, jdks.getClassName(), aliases, attributes(jdks));
      this.jdks = jdks;
    }

    @Override
    public Object newInstance(@Nullable Object parameter) throws NoSuchAlgorithmException {
      Object made = jdks.newInstance(parameter);
      if (made instanceof KeyPairGeneratorSpi pairs) {
        Integer size = Objects.requireNonNull(PAIR_SIZES.get(getAlgorithm()));
        pairs.initialize(size, new SecureRandom());
      }
      return made;
    }

    @Override
    public boolean supportsParameter(Object parameter) {
      return jdks.supportsParameter(parameter);
    }
  }
}
