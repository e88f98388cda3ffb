package dev.dexscope.baseline;

import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.MethodRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What Android's runtime knows of the use of the classes and methods of a package, by their numbers
 * in its dex files.
 *
 * <pre>{@code
 * List<ArtProfile.Code> code = ArtProfile.codeOf(Path.of("app.apk"));
 * ArtProfile profile = ArtProfile.of(Rules.read(Path.of("baseline-prof.txt")), code);
 * byte[] file = ProfileWriter.profile(profile, ProfileVersion.P);
 * }</pre>
 *
 * @param dexFiles in the order of the package
 */
public record ArtProfile(List<DexProfile> dexFiles) {
  /**
   * A dex file of a package.
   *
   * @param key its name there
   * @param checksum its CRC-32 there
   */
  public record Code(String key, int checksum, DexFile dex) {}

  public ArtProfile {
    dexFiles = List.copyOf(dexFiles);
  }

  /**
   * Returns the dex files of a package.
   *
   * @throws IOException if it cannot be read
   */
  public static List<Code> codeOf(Path apk) throws IOException {
    List<Code> code = new ArrayList<>();
    try (ZipArchive archive = ZipArchive.open(apk)) {
      for (DexFile each : DexFile.open(apk)) {
        String key = each.name().substring(each.name().lastIndexOf('!') + 1);
        Entry entry = archive.find(key).orElseThrow();
        code.add(new Code(key, entry.crc(), each));
      }
    }
    return code;
  }

  /** Returns the profile of what rules name in a package, by the names of its source, too. */
  public static ArtProfile of(Rules rules, List<Code> code, Names names) {
    var index = new RuleIndex(rules);
    List<DexProfile> dexFiles = new ArrayList<>();
    for (Code each : code) {
      dexFiles.add(of(index, each, names));
    }
    return new ArtProfile(dexFiles);
  }

  private static DexProfile of(RuleIndex rules, Code code, Names names) {
    SortedSet<Integer> types = new TreeSet<>();
    SortedSet<Integer> definitions = new TreeSet<>();
    SortedMap<Integer, Integer> methods = new TreeMap<>();
    for (ClassDef each : code.dex.classes()) {
      Rule type = Rule.ofType(each.type());
      if (rules.names(type, names)) {
        types.add(each.typeIndex());
        definitions.add(each.index());
      }
      for (EncodedMethod method : each.data().methods()) {
        Rule own = new Rule(Set.of(), each.type(), member(method.ref()));
        int uses = rules.uses(own, names);
        if (uses != 0) {
          methods.put(method.index(), uses);
        }
      }
    }
    return new DexProfile(
        code.key,
        code.checksum,
        code.dex.typeCount(),
        code.dex.methodCount(),
        types,
        definitions,
        methods);
  }

  /**
   * Returns it with the names by which a device knows the dex files of an installed package.
   *
   * @param apk the file's name there, {@code base.apk}
   */
  public ArtProfile installed(String apk, ProfileVersion version) {
    List<DexProfile> named = new ArrayList<>();
    for (DexProfile each : dexFiles) {
      boolean isFirst = each.key().equals("classes.dex");
      named.add(each.named(isFirst ? apk : apk + version.separator() + each.key()));
    }
    return new ArtProfile(named);
  }

  /** The method as rules name it. */
  static String member(MethodRef method) {
    return method.name() + method.proto().descriptor();
  }

  /**
   * Returns the rules that name what the profile has of a package. What is of dex files that the
   * package does not have, by their checksums, is left out.
   */
  public Rules rules(List<Code> code, Names names) {
    List<Rule> rules = new ArrayList<>();
    for (DexProfile each : dexFiles) {
      for (Code of : code) {
        if (of.checksum == each.checksum()) {
          addRules(each, of.dex, rules);
          break;
        }
      }
    }
    rules.replaceAll(names::of);
    return Rules.of(rules);
  }

  private static void addRules(DexProfile profile, DexFile dex, List<Rule> rules) {
    for (int each : profile.types()) {
      if (each < dex.typeCount()) {
        rules.add(Rule.ofType(dex.type(each)));
      }
    }
    for (int each : profile.definitions()) {
      if (each < dex.classCount()) {
        rules.add(Rule.ofType(dex.classDef(each).type()));
      }
    }
    profile
        .methods()
        .forEach((method, uses) -> {
          if (method < dex.methodCount()) {
            MethodRef ref = dex.method(method);
            rules.add(new Rule(Use.of(uses), ref.definingClass(), member(ref)));
          }
        });
  }
}
