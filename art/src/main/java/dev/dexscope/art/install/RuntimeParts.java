package dev.dexscope.art.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the distribution's package of the runtime leaves out, from the same source: the compiler,
 * JVM TI, profiles. The package's library exports what they need; they are compiled with the
 * definitions that it was compiled with, because classes have other layouts with others.
 *
 * @param sources the runtime's, with the distribution's changes
 * @param layout where headers and libraries are
 */
record RuntimeParts(Path sources, Layout layout) {
  /** What a compiler newer than the source refuses. */
  static final List<SourceEdit> EDITS =
      List.of(
          new SourceEdit(
              "compiler/optimizing/register_allocator_linear_scan.cc",
              "static ArenaVector<LiveInterval\\*>::iterator Remove",
              "static ScopedArenaVector<LiveInterval*>::iterator Remove"),
          new SourceEdit(
              "openjdkjvmti/art_jvmti.h",
              "JvmtiDeleter\\(JvmtiDeleter&\\)",
              "JvmtiDeleter(const JvmtiDeleter&)"),
          new SourceEdit(
              "dexlayout/dex_ir.h",
              "operator-\\(const Iterator& rhs\\) \\{",
              "operator-(const Iterator& rhs) const {"),
          nullType("openjdkjvmti/events-inl.h"),
          nullType("openjdkjvmti/ti_stack.cc"),
          nullType("openjdkjvmti/OpenjdkJvmTi.cc"),
          new SourceEdit(
              "openjdkjvmti/ti_redefine.cc",
              "^class RedefinitionDataIter \\{\\n public:",
              """
              $0
                using iterator_category = std::forward_iterator_tag;
                using value_type = RedefinitionDataIter;
                using difference_type = std::ptrdiff_t;
                using pointer = RedefinitionDataIter*;
                using reference = RedefinitionDataIter&;\
              """));

  /** The definitions of the distribution's build. */
  private static final Pattern DEFINITION = Pattern.compile("(?m)^\\s+-D(\\S+) \\\\$");

  private static final List<String> FOLDERS =
      List.of(
          ".",
          "cmdline",
          "compiler",
          "disassembler",
          "openjdkjvmti/include",
          "openjdkjvmti",
          "dexlayout",
          "profman",
          "libartbase",
          "libartbase/arch",
          "libartpalette/include",
          "libdexfile",
          "libdexfile/external/include",
          "libelffile",
          "libnativebridge/include",
          "libnativeloader/include",
          "libprofile",
          "runtime",
          "sigchainlib",
          "tools/cpp-define-generator");

  private static SourceEdit nullType(String file) {
    return new SourceEdit(file, "(?<![:\\w])nullptr_t", "std::nullptr_t");
  }

  /** Returns the objects of the Java VM's functions that the core library calls. */
  List<Path> makeJvm(Clang.Progress progress) throws IOException {
    return clang().compile(List.of(sources.resolve("openjdkjvm/OpenjdkJvm.cc")), progress);
  }

  void make(Clang.Progress progress) throws IOException {
    Clang clang = clang();
    List<Path> compiler = new ArrayList<>(compilerSources());
    List<Path> jvmti = new ArrayList<>(modules("openjdkjvmti", "libopenjdkjvmti_defaults"));
    List<Path> dexlayout = modules("dexlayout", "libart-dexlayout-defaults");
    List<Path> profman = modules("profman", "profman-defaults");
    jvmti.addAll(dexlayout);
    List<Path> all = new ArrayList<>(compiler);
    all.addAll(jvmti);
    all.addAll(profman);
    all.add(layout.own().resolve("verify.cc"));
    List<Path> made = clang.compile(all, progress);
    int jvmtiAt = compiler.size();
    int profmanAt = jvmtiAt + jvmti.size();
    int verifyAt = profmanAt + profman.size();
    String[] runtime = {"-l:libart.so.0", "-l:libbase.so.0", "-l:liblog.so.0", "-l:liblz4.so.1"};
    layout.library(clang, "libart-compiler.so", made.subList(0, jvmtiAt), runtime);
    String[] withCompiler = {
      "-lart-compiler", "-l:libart.so.0", "-l:libbase.so.0", "-l:liblog.so.0", "-l:liblz4.so.1"
    };
    layout.library(clang, "libopenjdkjvmti.so", made.subList(jvmtiAt, profmanAt), withCompiler);
    layout.program(clang, "profman", made.subList(profmanAt, verifyAt), withCompiler);
    layout.library(clang, "libverify.so", made.subList(verifyAt, verifyAt + 1), runtime);
  }

  private List<Path> modules(String folder, String module) throws IOException {
    return Blueprint.of(sources.resolve(folder).resolve("Android.bp")).sources(module);
  }

  private List<Path> compilerSources() throws IOException {
    Blueprint blueprint = Blueprint.of(sources.resolve("compiler/Android.bp"));
    List<Path> files =
        new ArrayList<>(blueprint.sources("libart-compiler-defaults", "codegen", "x86", "x86_64"));
    for (String each : List.of("vector", "buffered", "file")) {
      files.add(sources.resolve("libelffile/stream/" + each + "_output_stream.cc"));
    }
    files.add(printers("compiler", "art/compiler", compilerHeaders()));
    files.add(
        printers(
            "elf", "libelffile", List.of(sources.resolve("libelffile/stream/output_stream.h"))));
    files.add(layout.own().resolve("xz.cc"));
    return files;
  }

  /** Not those of other processors, whose assemblers are not packaged. */
  private List<Path> compilerHeaders() {
    return List.of(
        sources.resolve("compiler/driver/compiler_options.h"),
        sources.resolve("compiler/linker/linker_patch.h"),
        sources.resolve("compiler/optimizing/locations.h"),
        sources.resolve("compiler/optimizing/optimizing_compiler_stats.h"));
  }

  /** Makes the functions that print constants by their names. */
  private Path printers(String name, String prefix, List<Path> headers) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("python3", "tools/generate_operator_out.py", prefix));
    headers.forEach(each -> command.add(sources.relativize(each).toString()));
    String text = new Tools(sources).output(command);
    Path file = made().resolve(name + "_operator_out.cc");
    Files.writeString(
        file,
        text.replace("#include \"art/compiler/", "#include \"")
            .replace("#include \"compiler/", "#include \""));
    return file;
  }

  private Path made() throws IOException {
    return Files.createDirectories(layout.work().resolve("made"));
  }

  private Clang clang() throws IOException {
    List<String> common = new ArrayList<>(definitions());
    common.addAll(
        List.of(
            "-DNDEBUG",
            "-DART_ENABLE_CODEGEN_x86",
            "-fno-exceptions",
            "-fno-strict-aliasing",
            // The source has references to the first element of empty vectors, from which newer
            // compilers conclude that there is one: the redefinition of a method without parameters
            // read address 0.
            "-fno-delete-null-pointer-checks",
            "-fPIC",
            "-O2",
            "-w"));
    FOLDERS.forEach(each -> common.add("-I" + sources.resolve(each)));
    common.add("-I" + made());
    layout.includes().forEach(each -> common.add("-I" + each));
    List<String> cpp =
        new ArrayList<>(
            List.of(
                "-std=gnu++17", "-fno-omit-frame-pointer", "-fno-rtti", "-fvisibility=protected"));
    // Headers that older compilers' headers included.
    for (String each :
        List.of(
            "cassert",
            "math.h",
            "memory",
            "limits",
            "cstring",
            "atomic",
            "sstream",
            "algorithm",
            "functional")) {
      cpp.addAll(List.of("-include", each));
    }
    var clang = new Clang(sources, layout.objects("runtime"), common, cpp);
    defineConstants(clang);
    return clang;
  }

  private List<String> definitions() throws IOException {
    String build = Files.readString(sources.resolve("debian/libart.mk"), StandardCharsets.UTF_8);
    return DEFINITION
        .matcher(build)
        .results()
        .map(each -> each.group(1).replace("${CPU}", "x86_64"))
        .filter(each -> !each.startsWith("BUILDING_LIBART"))
        .map(each -> "-D" + each)
        .distinct()
        .toList();
  }

  /** Makes the header with offsets of fields, as the runtime's own build does. */
  private void defineConstants(Clang clang) throws IOException {
    Path header = made().resolve("asm_defines.h");
    if (Files.exists(header)) {
      return;
    }
    Path assembly = made().resolve("asm_defines.s");
    Path source = sources.resolve("tools/cpp-define-generator/asm_defines.cc");
    new Tools(sources).run(clang.command(source, "-S", "-o", assembly.toString()));
    String text =
        new Tools(sources)
            .output(
                List.of(
                    "python3", "tools/cpp-define-generator/make_header.py", assembly.toString()));
    Files.writeString(header, text);
  }
}
