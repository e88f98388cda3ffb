package dev.dexscope.apk.sign;

import com.android.apksig.ApkSigner;
import com.android.apksig.KeyConfig;
import com.android.apksig.SigningCertificateLineage;
import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.files.PartFile;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Signs packages with the schemes required by the Android versions on which they run: v1 below
 * Android 7, always v2 and v3, v3.1 if the key was changed, v4 on request.
 */
public final class Signer {
  /** Android 7: from here on v1 is not looked at when there is a v2. */
  private static final int FIRST_WITH_V2 = 24;

  private static final int PAGE = 16 << 10;

  /** A file in every app bundle, and in no other archive. */
  private static final String BUNDLE_CONFIG = "BundleConfig.pb";

  private final List<SigningKey> keys;

  public Signer(SigningKey key) {
    this.keys = List.of(key);
  }

  /**
   * For an app whose key was changed: devices since Android 13 see the new key, by v3.1, and the
   * proof that the old one agreed; those before see the old one.
   */
  public Signer(SigningKey oldKey, SigningKey newKey) {
    this.keys = List.of(oldKey, newKey);
  }

  /**
   * Signs a package, every package of a set ({@code .apks}, {@code .xapk}, {@code .apkm}), or an
   * app bundle ({@code .aab}).
   *
   * @param minSdk the first version of Android for parts that do not declare it
   * @param v4 the file for the v4 signature of a package, which {@code adb} uses to install while
   *     it copies
   * @throws IOException if an I/O error occurs
   */
  public void sign(Path input, int minSdk, Path output, Optional<Path> v4) throws IOException {
    try (ZipArchive archive = ZipArchive.open(input)) {
      if (archive.find(Manifest.ENTRY).isPresent()) {
        sign(new ZipRewriter(archive), minSdk(Manifest.of(archive), minSdk), output, v4);
      } else if (v4.isPresent()) {
        throw new SigningException(
            "a v4 signature belongs to one package", input, "sign its packages one by one");
      } else if (archive.find(BUNDLE_CONFIG).isPresent()) {
        signBundle(new ZipRewriter(archive), output);
      } else {
        signSet(archive, output);
      }
    }
  }

  /**
   * Returns the first version of Android that packages installed together support, from those that
   * declare it.
   *
   * @throws IOException if it cannot be read
   */
  public static int minSdk(List<Path> packages) throws IOException {
    int minSdk = 1;
    for (Path path : packages) {
      try (ZipArchive archive = ZipArchive.open(path)) {
        if (archive.find(Manifest.ENTRY).isPresent()) {
          minSdk = Math.max(minSdk, minSdk(Manifest.of(archive), 1));
        }
      }
    }
    return minSdk;
  }

  private static int minSdk(Manifest manifest, int otherwise) {
    return manifest.hasSdk() ? manifest.minSdk() : otherwise;
  }

  /**
   * Writes a changed package and signs it.
   *
   * @param minSdk the first version of Android on which it runs
   * @param v4 where the v4 signature goes, if there is to be one
   * @throws IOException if an I/O error occurs
   */
  public void sign(ZipRewriter apk, int minSdk, Path output, Optional<Path> v4) throws IOException {
    var signer =
        new ApkSigner.Builder(configs())
            .setMinSdkVersion(minSdk)
            .setV1SigningEnabled(minSdk < FIRST_WITH_V2)
            .setV2SigningEnabled(true)
            .setV3SigningEnabled(true)
            .setV4SigningEnabled(v4.isPresent())
            .setV4ErrorReportingEnabled(true);
    v4.ifPresent(path -> signer.setV4SignatureOutputFile(path.toFile()));
    sign(signer, apk, output);
  }

  /**
   * Writes a changed bundle and signs it. Devices never see a bundle: builders of packages verify
   * it like a jar.
   *
   * @throws IOException if an I/O error occurs
   */
  public void signBundle(ZipRewriter bundle, Path output) throws IOException {
    var signer =
        new ApkSigner.Builder(configs())
            .setMinSdkVersion(FIRST_WITH_V2)
            .setV1SigningEnabled(true)
            .setV2SigningEnabled(false)
            .setV3SigningEnabled(false)
            .setV4SigningEnabled(false);
    sign(signer, bundle, output);
  }

  private void sign(ApkSigner.Builder signer, ZipRewriter apk, Path output) throws IOException {
    try (var unsigned = PartFile.beside(output)) {
      apk.write(unsigned.path());
      if (keys.size() > 1) {
        signer.setSigningCertificateLineage(lineage());
      }
      signer
          .setInputApk(unsigned.path().toFile())
          .setOutputApk(output.toFile())
          .setAlignmentPreserved(true)
          .setLibraryPageAlignmentBytes(PAGE)
          .setCreatedBy("Dexscope")
          .build()
          .sign();
    } catch (com.android.apksig.apk.ApkFormatException e) {
      throw new SigningException("cannot be signed: " + e.getMessage(), apk.file(), "mend it", e);
    } catch (GeneralSecurityException e) {
      throw new SigningException(
          "this key cannot sign it: " + e.getMessage(),
          apk.file(),
          "use an RSA key of at least 2048 bits",
          e);
    }
  }

  private List<ApkSigner.SignerConfig> configs() {
    return keys.stream()
        .map(key ->
            new ApkSigner.SignerConfig.Builder(
                    key.alias(), new KeyConfig.Jca(key.key()), key.certificates())
                .build())
        .toList();
  }

  private SigningCertificateLineage lineage() throws GeneralSecurityException {
    List<SigningCertificateLineage.SignerConfig> both = new ArrayList<>();
    for (SigningKey key : keys) {
      both.add(
          new SigningCertificateLineage.SignerConfig.Builder(
                  new KeyConfig.Jca(key.key()), key.certificates().getFirst())
              .build());
    }
    return new SigningCertificateLineage.Builder(both.get(0), both.get(1)).build();
  }

  private void signSet(ZipArchive set, Path output) throws IOException {
    List<Entry> packages =
        set.entries().stream().filter(entry -> entry.name().endsWith(".apk")).toList();
    if (packages.isEmpty()) {
      throw new ApkFormatException(
          set.file(), 0, "neither a package (no " + Manifest.ENTRY + ") nor a set of packages");
    }
    int minSdk = 1;
    for (Entry entry : packages) {
      try (ZipArchive apk = ZipArchive.inside(entry)) {
        minSdk = Math.max(minSdk, minSdk(Manifest.of(apk), 1));
      }
    }
    try (Arena arena = Arena.ofShared()) {
      var rewriter = new ZipRewriter(set);
      for (Entry entry : packages) {
        // The mapping keeps the bytes when the file has no name any more.
        try (var signed = PartFile.beside(output)) {
          try (ZipArchive apk = ZipArchive.inside(entry)) {
            int own = minSdk(Manifest.of(apk), minSdk);
            sign(new ZipRewriter(apk), own, signed.path(), Optional.empty());
          }
          try (var channel = FileChannel.open(signed.path(), StandardOpenOption.READ)) {
            rewriter.put(
                entry.name(),
                Method.STORED,
                channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
          }
        }
      }
      rewriter.write(output);
    }
  }
}
