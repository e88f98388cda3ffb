package dev.dexscope.samples.phone;

import static dev.dexscope.samples.phone.PhoneTests.check;
import static dev.dexscope.samples.phone.PhoneTests.refuses;
import static dev.dexscope.samples.phone.PhoneTests.same;

import android.os.Build;
import android.view.View;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Android's Java: its class loaders, its providers of ciphers and keys, its machine. */
final class JavaTests {
  private static final String ANDROIDS = "AndroidOpenSSL";
  private static final byte[] TEXT = "a bird in the hand".getBytes(StandardCharsets.US_ASCII);

  private final PhoneTests tests;

  JavaTests(PhoneTests tests) {
    this.tests = tests;
  }

  void run() {
    tests.test("thePlatformHasALoader", this::thePlatformHasALoader);
    tests.test("ciphersAreAndroids", this::ciphersAreAndroids);
    tests.test("streamsAreEnciphered", this::streamsAreEnciphered);
    tests.test("thePhoneTrustsAuthorities", this::thePhoneTrustsAuthorities);
    tests.test("theMachineIsAPhones", this::theMachineIsAPhones);
  }

  private void thePlatformHasALoader() throws Exception {
    ClassLoader boot = String.class.getClassLoader();
    check(boot.toString().startsWith("java.lang.BootClassLoader@"), boot);
    same(View.class.getClassLoader(), boot);
    same(View[].class.getClassLoader(), boot);
    same(int.class.getClassLoader(), null);
    same(boot.getParent(), null);
    same(boot.loadClass("android.view.View"), View.class);
    same(Class.forName("android.view.View", false, boot), View.class);
    refuses("ClassNotFoundException", () -> boot.loadClass(JavaTests.class.getName()));
    ClassLoader own = JavaTests.class.getClassLoader();
    same(own.loadClass(JavaTests.class.getName()), JavaTests.class);
    ClassLoader top = own;
    while (top.getParent() != null) {
      top = top.getParent();
    }
    same(top, boot);
    View.OnClickListener proxy =
        (View.OnClickListener)
            Proxy.newProxyInstance(
                View.OnClickListener.class.getClassLoader(),
                new Class<?>[] {View.OnClickListener.class},
                (self, method, arguments) -> null);
    proxy.onClick(null);
  }

  private void ciphersAreAndroids() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    same(digest.getProvider().getName(), ANDROIDS);
    same(digest.digest(TEXT).length, 32);
    same(((MessageDigest) digest.clone()).digest(TEXT).length, 32);
    same(MessageDigest.getInstance("MD5").getProvider().getName(), ANDROIDS);
    SecretKey key = new SecretKeySpec(new byte[16], "AES");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(key);
    same(mac.getProvider().getName(), ANDROIDS);
    same(mac.doFinal(TEXT).length, 32);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    same(cipher.getProvider().getName(), ANDROIDS);
    byte[] secret = cipher.doFinal(TEXT);
    Cipher back = Cipher.getInstance("AES/GCM/NoPadding");
    back.init(Cipher.DECRYPT_MODE, key, cipher.getParameters());
    check(Arrays.equals(back.doFinal(secret), TEXT), "it is read again");
    Cipher blocks = Cipher.getInstance("AES/CBC/PKCS7Padding");
    blocks.init(Cipher.ENCRYPT_MODE, key);
    same(blocks.doFinal(TEXT).length, 32);
    KeyPairGenerator pairs = KeyPairGenerator.getInstance("EC");
    same(pairs.getProvider().getName(), ANDROIDS);
    KeyPair pair = pairs.generateKeyPair();
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(TEXT);
    byte[] signed = signature.sign();
    same(signature.getProvider().getName(), ANDROIDS);
    signature.initVerify(pair.getPublic());
    signature.update(TEXT);
    check(signature.verify(signed), "it is the signer's");
    same(new SecureRandom().getProvider().getName(), ANDROIDS);
    check(new SecureRandom().nextLong() != new SecureRandom().nextLong(), "random");
  }

  /** As libraries of passwords do, with the parameters that Android takes. */
  private void streamsAreEnciphered() throws Exception {
    SecretKey key = new SecretKeySpec(new byte[32], "ChaCha20");
    IvParameterSpec nonce = new IvParameterSpec(new byte[12]);
    for (String each : Arrays.asList("ChaCha20", "ChaCha20/Poly1305/NoPadding")) {
      Cipher cipher = Cipher.getInstance(each);
      same(cipher.getProvider().getName(), ANDROIDS);
      cipher.init(Cipher.ENCRYPT_MODE, key, nonce);
      byte[] secret = cipher.doFinal(TEXT);
      check(secret.length >= TEXT.length && !Arrays.equals(secret, TEXT), each);
      cipher.init(Cipher.DECRYPT_MODE, key, nonce);
      check(Arrays.equals(cipher.doFinal(secret), TEXT), each);
    }
    // RFC 8439, A.1, test vector 1: the counter begins at 0.
    Cipher zeros = Cipher.getInstance("ChaCha20");
    zeros.init(Cipher.ENCRYPT_MODE, key, nonce);
    byte[] stream = zeros.doFinal(new byte[64]);
    same(stream[0] & 0xff, 0x76);
    same(stream[63] & 0xff, 0x86);
  }

  private void thePhoneTrustsAuthorities() throws Exception {
    KeyStore trusted = KeyStore.getInstance("AndroidCAStore");
    trusted.load(null, null);
    check(trusted.size() > 50, trusted.size());
    for (String each : Collections.list(trusted.aliases())) {
      check(each.startsWith("system:"), each);
      X509Certificate found = (X509Certificate) trusted.getCertificate(each);
      same(trusted.getCertificateAlias(found), each);
    }
    refuses(
        "UnsupportedOperationException",
        () -> {
          trusted.deleteEntry("system:0");
          return null;
        });
  }

  @SuppressWarnings("deprecation") // What level 16 has.
  private void theMachineIsAPhones() throws Exception {
    String[] all = (String[]) Build.class.getField("SUPPORTED_ABIS").get(null);
    same(Build.CPU_ABI, all[0]);
    check(Arrays.asList("x86_64", "arm64-v8a").contains(all[0]), all[0]);
    same(Arrays.toString((String[]) Build.class.getField("SUPPORTED_64_BIT_ABIS").get(null)), "[" + all[0] + "]");
    same(((String[]) Build.class.getField("SUPPORTED_32_BIT_ABIS").get(null)).length, 0);
    check(Arrays.asList("x86_64", "aarch64").contains(System.getProperty("os.arch")), System.getProperty("os.arch"));
    same(System.getProperty("java.vm.name"), "Dalvik");
    same(InetAddress.getLocalHost().getHostName(), "localhost");
    check(InetAddress.getLocalHost().isLoopbackAddress(), InetAddress.getLocalHost());
    same(System.getProperty("java.vendor"), "The Android Project");
  }
}
