package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An app with a native library: what Java sees of what C does, and the other way round. */
@FullTier("starts whole apps")
@NeedsPeer({Peer.APP_FRAMEWORK, Peer.GCC})
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NativeAppIT {
  /** Its manifest and resources are taken, its code is not. */
  private static final Path SAMPLE = Path.of("../samples/target/motion.apk").toAbsolutePath();

  private static final String LIBRARY =
      """
      #define NATIVE(name) Java_dev_dexscope_samples_motion_MotionActivity_##name
      typedef struct { unsigned width, height, stride; int format; unsigned flags; } Info;
      typedef struct { int width, height, stride, format; void *bits; unsigned reserved[6]; } Buffer;
      typedef struct { int left, top, right, bottom; } Rect;
      void *AAssetManager_fromJava(void *, void *), *AAssetManager_open(void *, const char *, int);
      int AAsset_read(void *, void *, unsigned long);
      void AAsset_close(void *);
      void *AConfiguration_new(void);
      void AConfiguration_fromAssetManager(void *, void *), AConfiguration_delete(void *);
      int AConfiguration_getDensity(void *), AConfiguration_getScreenWidthDp(void *), AConfiguration_getOrientation(void *);
      int AndroidBitmap_getInfo(void *, void *, Info *), AndroidBitmap_lockPixels(void *, void *, void **), AndroidBitmap_unlockPixels(void *, void *);
      void *ANativeWindow_fromSurface(void *, void *);
      int ANativeWindow_getWidth(void *), ANativeWindow_getHeight(void *), ANativeWindow_getFormat(void *);
      int ANativeWindow_setBuffersGeometry(void *, int, int, int);
      int ANativeWindow_lock(void *, Buffer *, Rect *), ANativeWindow_unlockAndPost(void *);
      void ANativeWindow_acquire(void *), ANativeWindow_release(void *);

      int NATIVE(asset)(void *env, void *type, void *manager) {
        char b[4] = "";
        void *a = AAssetManager_open(AAssetManager_fromJava(env, manager), "folder/four.txt", 3);
        int n = a ? AAsset_read(a, b, 4) : -1;
        if (a) AAsset_close(a);
        return n == 4 ? b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3] : n;
      }
      int NATIVE(configuration)(void *env, void *type, void *manager, int field) {
        void *c = AConfiguration_new();
        AConfiguration_fromAssetManager(c, AAssetManager_fromJava(env, manager));
        int v = field == 0 ? AConfiguration_getDensity(c) : field == 1 ? AConfiguration_getScreenWidthDp(c) : AConfiguration_getOrientation(c);
        AConfiguration_delete(c);
        return v;
      }
      int NATIVE(negate)(void *env, void *type, void *bitmap) {
        Info i;
        void *pixels;
        int r = AndroidBitmap_getInfo(env, bitmap, &i);
        if (r || (r = AndroidBitmap_lockPixels(env, bitmap, &pixels))) return r;
        for (unsigned y = 0; y < i.height; y++) {
          unsigned char *row = (unsigned char *) pixels + y * i.stride;
          if (i.format == 1) for (unsigned x = 0; x < 4 * i.width; x++) row[x] = x % 4 == 3 ? row[x] : 255 - row[x];
          if (i.format == 4) for (unsigned x = 0; x < i.width; x++) ((unsigned short *) row)[x] ^= 0xffff;
          if (i.format == 8) for (unsigned x = 0; x < i.width; x++) row[x] ^= 0xff;
        }
        return AndroidBitmap_unlockPixels(env, bitmap) ? -1 : i.format;
      }
      /* The left half red, the right half blue, in a buffer of another size than the surface. */
      int NATIVE(draw)(void *env, void *type, void *surface) {
        Buffer b;
        void *w = ANativeWindow_fromSurface(env, surface);
        if (!w || ANativeWindow_getWidth(w) < 100 || ANativeWindow_getHeight(w) < 100) return -1;
        if (ANativeWindow_setBuffersGeometry(w, 64, 32, 1) || ANativeWindow_getFormat(w) != 1) return -2;
        if (ANativeWindow_lock(w, &b, 0) || b.width != 64 || b.height != 32 || b.stride < 64 || b.format != 1) return -3;
        if (ANativeWindow_lock(w, &b, 0) >= 0) return -4;
        for (int y = 0; y < 32; y++) for (int x = 0; x < 64; x++) ((unsigned *) b.bits)[y * b.stride + x] = x < 32 ? 0xff0000ff : 0xffff0000;
        if (ANativeWindow_unlockAndPost(w) || ANativeWindow_unlockAndPost(w) >= 0) return -5;
        ANativeWindow_acquire(w);
        ANativeWindow_release(w);
        ANativeWindow_release(w);
        return 0;
      }
      __attribute__((noinline)) void write_to(int *at) { *at = 1; }
      void NATIVE(crash)(void *env, void *type) { write_to(0); __asm__ volatile(""); }
      int NATIVE(first)(void *env, void *type, void *bitmap) {
        unsigned char *p;
        if (AndroidBitmap_lockPixels(env, bitmap, (void **) &p)) return 0;
        int v = p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
        AndroidBitmap_unlockPixels(env, bitmap);
        return v;
      }
      """;

  private static final String ACTIVITY =
      """
      package dev.dexscope.samples.motion;
      import android.app.Activity;
      import android.content.res.Configuration;
      import android.graphics.Bitmap;
      import android.os.Bundle;
      import android.view.*;
      import android.widget.*;
      public class MotionActivity extends Activity implements SurfaceHolder.Callback {
        static native int asset(Object manager);
        static native int configuration(Object manager, int field);
        static native int negate(Bitmap bitmap);
        static native int first(Bitmap bitmap);
        static native int draw(Surface surface);
        static native void crash();
        @Override protected void onCreate(Bundle state) {
          super.onCreate(state);
          System.loadLibrary("device");
          System.out.println("asset " + (asset(getAssets()) == 0x666f7572));
          Configuration c = getResources().getConfiguration();
          System.out.println("configuration " + (configuration(getAssets(), 0) == c.densityDpi)
              + " " + (configuration(getAssets(), 1) == c.screenWidthDp) + " " + (configuration(getAssets(), 2) == c.orientation));
          for (Bitmap.Config each : new Bitmap.Config[] {Bitmap.Config.ARGB_8888, Bitmap.Config.RGB_565, Bitmap.Config.ALPHA_8}) {
            Bitmap b = Bitmap.createBitmap(7, 5, each);
            b.eraseColor(0xff102030);
            b.setPixel(6, 4, 0xffffffff);
            if (each == Bitmap.Config.ARGB_8888) System.out.println("first " + Integer.toHexString(first(b)));
            System.out.println(each + " " + negate(b) + " " + Integer.toHexString(b.getPixel(0, 0)) + " " + Integer.toHexString(b.getPixel(6, 4)));
          }
          LinearLayout all = new LinearLayout(this);
          all.setOrientation(LinearLayout.VERTICAL);
          Button button = new Button(this);
          button.setText("Crash");
          button.setOnClickListener(v -> crash());
          all.addView(button);
          SurfaceView view = new SurfaceView(this);
          view.getHolder().addCallback(this);
          all.addView(view);
          setContentView(all);
        }
        @Override public void surfaceCreated(SurfaceHolder holder) {}
        @Override public void surfaceDestroyed(SurfaceHolder holder) {}
        @Override public void surfaceChanged(SurfaceHolder holder, int format, int width, int height) {
          System.out.println("drawn " + draw(holder.getSurface()));
        }
      }
      """;

  @TempDir private static Path folder;
  private static Path app;

  @BeforeAll
  static void build() throws Exception {
    Packaged.installTheFramework(folder);
    Path source = Files.writeString(folder.resolve("device.c"), LIBRARY, StandardCharsets.UTF_8);
    Path library = folder.resolve("libdevice.so");
    Peer.Answer built =
        Peer.GCC.run(
            "-shared",
            "-nostdlib",
            "-fPIC",
            "-O1",
            "-w",
            "-o",
            library.toString(),
            source.toString());
    assertThat(built.exit()).as(built.out()).isZero();
    Path activity = folder.resolve("MotionActivity.java");
    Files.writeString(activity, ACTIVITY, StandardCharsets.UTF_8);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String framework;
    try (Stream<Path> jars = Files.list(Peer.APP_FRAMEWORK.path())) {
      framework = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
    TestCompiler.javac(
        "--release",
        "8",
        "-Xlint:-options",
        "-cp",
        framework,
        "-d",
        classes.toString(),
        activity.toString());
    Path dex = folder.resolve("dex.jar");
    try (Stream<Path> all = Files.walk(classes)) {
      TestCompiler.d8(all.filter(each -> each.toString().endsWith(".class")).toList(), 26, dex);
    }
    app = folder.resolve("native.apk");
    try (var sample = new ZipFile(SAMPLE.toFile());
        var code = new ZipFile(dex.toFile());
        var out = new ZipOutputStream(Files.newOutputStream(app))) {
      for (String each : List.of("AndroidManifest.xml", "resources.arsc")) {
        out.putNextEntry(new ZipEntry(each));
        sample.getInputStream(sample.getEntry(each)).transferTo(out);
      }
      out.putNextEntry(new ZipEntry("classes.dex"));
      code.getInputStream(code.getEntry("classes.dex")).transferTo(out);
      put(out, "assets/folder/four.txt", "four".getBytes(StandardCharsets.US_ASCII));
      put(out, "lib/x86_64/libdevice.so", Files.readAllBytes(library));
    }
  }

  private static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    ((OutputStream) out).write(content);
  }

  @Test
  void javaAndNativeCodeSeeTheSameDevice() throws Exception {
    Run run = Packaged.dexscope(folder, "run", app.toString(), "--do", "screenshot:window.png");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "asset true\n",
            "first 102030ff\n",
            "configuration true true true\n",
            "ARGB_8888 1 ffefdfcf ff000000\n",
            "RGB_565 4 ffefdfce ff000000\n",
            "ALPHA_8 8 0 0\n",
            "drawn 0\n");
    assertThat(run.err())
        .contains("native libraries run with your rights: libdevice.so (--yes omits this line)");
    BufferedImage picture = ImageIO.read(folder.resolve("window.png").toFile());
    int y = picture.getHeight() * 2 / 3;
    assertThat(picture.getRGB(picture.getWidth() / 4, y)).isEqualTo(0xffff0000);
    assertThat(picture.getRGB(picture.getWidth() * 3 / 4, y)).isEqualTo(0xff0000ff);
  }

  @Test
  void aCrashOfNativeCodeIsTheApps() throws Exception {
    Run run = Packaged.dexscope(folder, "run", app.toString(), "--yes", "--do", "tap:text/Crash");

    assertThat(run.exit()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .containsPattern(
            "the app crashed in native code: SIGSEGV, \\[libdevice\\.so\\+0x[0-9a-f]+\\]  write_to\\+0x")
        .containsSubsequence(
            "at dev.dexscope.samples.motion.MotionActivity.crash()V",
            "onClick",
            "android.view.View.performClick")
        .doesNotContain("rights: libdevice.so");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .as("no report of the Java VM's is left")
          .noneMatch(each -> each.startsWith("hs_err") || each.startsWith("core"));
    }
  }

  @Test
  void withoutLibrariesTheAppIsWithoutThem() throws Exception {
    Run run = Packaged.dexscope(folder, "run", app.toString(), "--natives", "fail");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("UnsatisfiedLinkError").doesNotContain("run with your rights");
  }
}
