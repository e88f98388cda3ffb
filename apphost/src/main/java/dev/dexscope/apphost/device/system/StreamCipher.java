package dev.dexscope.apphost.device.system;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Objects;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * ChaCha20 as Android has it: the nonce is an {@link IvParameterSpec} or made, the counter begins
 * at 0, and the same nonce may be used again. The JDK's requires its own class of parameters.
 */
final class StreamCipher extends CipherSpi {
  static final String NAME = "ChaCha20";

  /** In bytes. */
  private static final int NONCE = 12;

  private @Nullable Cipher jdks;
  private byte[] nonce = new byte[0];

  /** The service of a provider that makes such ciphers. */
  static final class OfProvider extends Provider.Service {
    OfProvider(Provider owner) {
      super(owner, "Cipher", NAME, StreamCipher.class.getName(), null, null);
    }

    @Override
    public Object newInstance(@Nullable Object parameter) {
      return new StreamCipher();
    }
  }

  @Override
  protected void engineSetMode(String mode) throws NoSuchAlgorithmException {
    if (!mode.equalsIgnoreCase("NONE")) {
      throw new NoSuchAlgorithmException("Unsupported mode " + mode);
    }
  }

  @Override
  protected void engineSetPadding(String padding) throws NoSuchPaddingException {
    if (!padding.equalsIgnoreCase("NoPadding")) {
      throw new NoSuchPaddingException("Unsupported padding " + padding);
    }
  }

  @Override
  protected int engineGetBlockSize() {
    return 0;
  }

  @Override
  protected int engineGetOutputSize(int length) {
    return length;
  }

  @Override
  protected byte[] engineGetIV() {
    return nonce.clone();
  }

  @Override
  protected @Nullable AlgorithmParameters engineGetParameters() {
    return null;
  }

  @Override
  protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
    if (mode != Cipher.ENCRYPT_MODE && mode != Cipher.WRAP_MODE) {
      throw new InvalidKeyException("IV must be specified in " + NAME);
    }
    byte[] made = new byte[NONCE];
    (random == null ? new SecureRandom() : random).nextBytes(made);
    try {
      init(mode, key, made);
    } catch (InvalidAlgorithmParameterException e) {
      throw new InvalidKeyException(e);
    }
  }

  @Override
  protected void engineInit(
      int mode, Key key, @Nullable AlgorithmParameterSpec parameters, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    if (parameters == null) {
      engineInit(mode, key, random);
    } else if (parameters instanceof IvParameterSpec given) {
      init(mode, key, given.getIV());
    } else {
      throw new InvalidAlgorithmParameterException("Only IvParameterSpec supported in " + NAME);
    }
  }

  @Override
  protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    try {
      engineInit(mode, key, parameters.getParameterSpec(IvParameterSpec.class), random);
    } catch (GeneralSecurityException e) {
      throw new InvalidAlgorithmParameterException(e);
    }
  }

  private void init(int mode, Key key, byte[] given)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    if (given.length != NONCE) {
      throw new InvalidAlgorithmParameterException("IV must be " + NONCE + " bytes long");
    }
    try {
      // A new one each time: one that exists refuses the nonce that it had.
      Cipher made = Cipher.getInstance(NAME, "SunJCE");
      made.init(mode, key, new ChaCha20ParameterSpec(given, 0));
      jdks = made;
      nonce = given.clone();
    } catch (InvalidKeyException | InvalidAlgorithmParameterException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new ProviderException(e);
    }
  }

  private Cipher cipher() {
    return Objects.requireNonNull(jdks, "Not initialized");
  }

  @Override
  protected byte[] engineUpdate(byte[] input, int offset, int length) {
    return Objects.requireNonNullElse(cipher().update(input, offset, length), new byte[0]);
  }

  @Override
  protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int at)
      throws ShortBufferException {
    return cipher().update(input, offset, length, output, at);
  }

  @Override
  protected byte[] engineDoFinal(byte @Nullable [] input, int offset, int length)
      throws IllegalBlockSizeException, BadPaddingException {
    return input == null ? cipher().doFinal() : cipher().doFinal(input, offset, length);
  }

  @Override
  protected int engineDoFinal(
      byte @Nullable [] input, int offset, int length, byte[] output, int at)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    return input == null
        ? cipher().doFinal(output, at)
        : cipher().doFinal(input, offset, length, output, at);
  }

  @Override
  protected byte[] engineWrap(Key key) throws IllegalBlockSizeException, InvalidKeyException {
    return cipher().wrap(key);
  }

  @Override
  protected Key engineUnwrap(byte[] wrapped, String algorithm, int type)
      throws InvalidKeyException, NoSuchAlgorithmException {
    return cipher().unwrap(wrapped, algorithm, type);
  }

  @Override
  protected int engineGetKeySize(Key key) throws InvalidKeyException {
    byte[] encoded = key.getEncoded();
    if (encoded == null) {
      throw new InvalidKeyException("the key has no encoded form");
    }
    return encoded.length * Byte.SIZE;
  }
}
