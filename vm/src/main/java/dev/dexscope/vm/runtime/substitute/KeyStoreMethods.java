package dev.dexscope.vm.runtime.substitute;

import java.security.KeyStore;
import java.security.Security;

/** Methods of {@link KeyStore}. */
public final class KeyStoreMethods {
  private static final String BKS = "BKS";

  private KeyStoreMethods() {}

  /** {@link KeyStore#getDefaultType}: Android's, where a provider has it. */
  public static String getDefaultType() {
    return Security.getAlgorithms("KeyStore").contains(BKS) ? BKS : KeyStore.getDefaultType();
  }
}
