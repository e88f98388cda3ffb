package dev.dexscope.art.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The core library's native methods, and the launcher.
 *
 * @param sources the core library's
 * @param jvm the runtime's file with what the library requires of a Java VM
 * @param layout where headers and libraries are
 */
record CoreNatives(Path sources, List<Path> jvm, Layout layout) {
  private static final String NATIVE = "src/main/native";
  private static final String MONITOR = "AsynchronousCloseMonitor.cpp";

  static final List<SourceEdit> EDITS =
      List.of(
          // The distribution's ICU finds its data by itself.
          new SourceEdit(
              "luni/src/main/native/libcore_icu_ICU.cpp",
              "sIcuRegistration\\.reset\\(new ICURegistration\\(env\\)\\);",
              "jniRegisterNativeMethods(env, \"libcore/icu/ICU\", gMethods, NELEM(gMethods));"),
          // Not installed are ICU's own headers.
          new SourceEdit(
              "luni/src/main/native/libcore_icu_ICU.cpp",
              "#include \"ureslocs.h\"",
              "#include \"icu_internal.h\""),
          new SourceEdit(
              "luni/src/main/native/IcuUtilities.h",
              "#include \"ustrenum.h\"",
              "#include \"icu_internal.h\""),
          // Its own mathematics is not packaged: the C library's functions are used.
          new SourceEdit(
              "ojluni/src/main/native/StrictMath.c",
              "#include \".*fdlibm\\.h\"",
              "#include \"strict_math.h\""));

  private static final List<String> COMMON =
      List.of(
          "-O1",
          "-fPIC",
          "-w",
          "-D_GNU_SOURCE",
          "-D_LARGEFILE64_SOURCE",
          "-DLINUX",
          "-DU_USING_ICU_NAMESPACE=0",
          "-include",
          "stdlib.h",
          "-include",
          "string.h");

  void make(Clang.Progress progress) throws IOException {
    Path luni = sources.resolve("luni").resolve(NATIVE);
    Path ojluni = sources.resolve("ojluni").resolve(NATIVE);
    List<Path> core = new ArrayList<>(list(luni));
    core.add(
        sources.resolve("dalvik/" + NATIVE + "/org_apache_harmony_dalvik_NativeTestTarget.cpp"));
    List<Path> jdk = list(ojluni);
    List<String> common = new ArrayList<>(COMMON);
    Stream.of(layout.own(), luni, ojluni, sources.resolve("include"))
        .forEach(each -> common.add("-I" + each));
    layout.includes().forEach(each -> common.add("-I" + each));
    var clang =
        new Clang(
            sources,
            layout.objects("core"),
            common,
            List.of("-std=gnu++17", "-include", "cstring"));
    List<Path> all = new ArrayList<>(List.of(luni.resolve(MONITOR)));
    all.addAll(core);
    all.addAll(jdk);
    List<Path> own =
        Stream.of("icu_jni.c", "launcher.c", "android.c").map(layout.own()::resolve).toList();
    all.addAll(own);
    List<Path> made = clang.compile(all, progress);
    int jdkAt = 1 + core.size();
    int ownAt = jdkAt + jdk.size();
    layout.library(clang, "libandroidio.so", made.subList(0, 1), "-l:liblog.so.0");
    layout.library(
        clang,
        "libjavacore.so",
        made.subList(1, jdkAt),
        "-landroidio",
        "-licuuc",
        "-licui18n",
        "-licudata",
        "-l:libnativehelper.so.0",
        "-l:libbase.so.0",
        "-l:liblog.so.0",
        "-l:libziparchive.so.0",
        "-l:libcrypto.so.0",
        "-l:libexpat.so.1",
        "-l:libz.so.1");
    List<Path> openjdk = new ArrayList<>(made.subList(jdkAt, ownAt));
    openjdk.addAll(jvm);
    layout.library(
        clang,
        "libopenjdk.so",
        openjdk,
        "-landroidio",
        "-licuuc",
        "-licudata",
        "-l:libart.so.0",
        "-l:libnativehelper.so.0",
        "-l:libbase.so.0",
        "-l:liblog.so.0",
        "-l:libcrypto.so.0",
        "-l:libz.so.1");
    layout.library(clang, "libicu_jni.so", made.subList(ownAt, ownAt + 1));
    layout.program(clang, "launcher", made.subList(ownAt + 1, made.size()));
  }

  private static List<Path> list(Path folder) throws IOException {
    Blueprint lists = Blueprint.of(folder.resolve("Android.bp"));
    return lists.modules().stream()
        .flatMap(each -> lists.sources(each).stream())
        .distinct()
        .filter(each -> !each.endsWith(MONITOR))
        .toList();
  }
}
