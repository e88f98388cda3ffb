package dev.dexscope.vm.load;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.Sha256;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.vm.load.TranslationCache.Link;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The class files that runs with other class paths have left of the same parts: a program is
 * compiled anew all the time, and the libraries beside it are not. A part is a file of the path, or
 * one of an archive's several dex files.
 *
 * <p>A class file depends on the classes that its code names, on what these are made of, and on the
 * few {@link ClassTranslator#becauseOfSubclasses additions} that the path's subclasses require. So
 * that of a part's class is right in each path where this part and all parts that it leads to are
 * the same, in the same order. For each such case there is a small file, which names the caches
 * that have class files of the part.
 */
final class EarlierPaths {
  private static final String SUFFIX = ".file";

  /** Each has what its run needed. */
  private static final int MOST_CACHES = 3;

  private static final int NAME_LENGTH = 32;

  /** A damaged file may have any size. */
  private static final long MOST_BYTES = 1 << 12;

  /** Apart, because most runs have a path that is known. */
  private static final class Lines {
    static final Pattern LINE =
        Pattern.compile("([0-9a-f]{16}\\.classes) ([0-9]{1,9}) ([0-9a-f]{64})");
  }

  private final Path folder;
  private final DexFiles files;
  private final PathKeys keys;

  /** Null until they are needed. */
  private @Nullable List<Part> parts;

  private List<BitSet> leadsTo = List.of();
  private final Map<Integer, List<TranslationCache>> ofPart = new HashMap<>();
  private final Map<Link, TranslationCache> opened = new HashMap<>();

  /**
   * A part.
   *
   * @param text identifies its content
   */
  record Part(String text, List<DexFile> dex) {
    boolean has(String descriptor) {
      for (DexFile each : dex) {
        if (each.findClassIndex(descriptor) >= 0) {
          return true;
        }
      }
      return false;
    }
  }

  EarlierPaths(Path folder, DexFiles files, PathKeys keys) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
  }

  /**
   * Returns the class file of a class, by its name; null if none has been left.
   *
   * @param classes those of this path; not kept, because a path that nothing uses is to be closed
   */
  synchronized byte @Nullable [] find(String name, RunningClasses classes) {
    List<Part> all = parts == null ? parts(classes) : parts;
    int part = all.size() < 2 ? -1 : partOf(RunningClasses.descriptor(name), all);
    if (part < 0) {
      return null;
    }
    for (TranslationCache each : ofPart.computeIfAbsent(part, i -> caches(i, all))) {
      byte[] found = each.find(name);
      if (found != null && found.length > 0) {
        return found;
      }
    }
    return null;
  }

  private static int partOf(String descriptor, List<Part> parts) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).has(descriptor)) {
        return i;
      }
    }
    return -1;
  }

  private List<Part> parts(RunningClasses classes) {
    List<Part> found = new ArrayList<>();
    List<List<DexFile>> byFile = files.byFile();
    for (int i = 0; i < byFile.size(); i++) {
      List<DexFile> dex = byFile.get(i);
      if (dex.size() == 1) {
        found.add(new Part(keys.files().get(i), dex));
      } else {
        // Android's build tools make one of the app's classes, and others of its libraries.
        dex.forEach(each -> found.add(new Part(digest(each), List.of(each))));
      }
    }
    leadsTo = leadsTo(found);
    parts = found.size() < 2 ? found : withAdditions(found, classes.becauseOfSubclasses());
    return parts;
  }

  /** A part is another one if its class files have something because of the classes of others. */
  private static List<Part> withAdditions(List<Part> found, Map<String, String> additions) {
    List<StringBuilder> texts = new ArrayList<>();
    found.forEach(each -> texts.add(new StringBuilder(each.text())));
    for (Map.Entry<String, String> each : new TreeMap<>(additions).entrySet()) {
      int part = partOf(each.getKey(), found);
      if (part >= 0) {
        texts.get(part).append(each.getKey()).append(each.getValue()).append('\n');
      }
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      parts.add(new Part(texts.get(i).toString(), found.get(i).dex()));
    }
    return parts;
  }

  /** The package may be at another place, and its time does not matter. */
  private static String digest(DexFile dex) {
    return Sha256.of(dex.segment().asByteBuffer()) + '\n';
  }

  private List<TranslationCache> caches(int part, List<Part> parts) {
    List<TranslationCache> caches = new ArrayList<>();
    for (Link each : links(note(part, parts))) {
      TranslationCache cache = opened.get(each);
      if (cache == null) {
        cache = TranslationCache.open(folder, each);
      }
      if (cache != null) {
        opened.put(each, cache);
        caches.add(cache);
      }
    }
    return caches;
  }

  /** Returns the small file for a part of this path. */
  private Path note(int part, List<Part> parts) {
    var key = new StringBuilder(keys.base()).append(parts.get(part).text());
    leadsTo.get(part).stream().forEach(each -> key.append(parts.get(each).text()));
    String digest = Sha256.of(key.toString().getBytes(StandardCharsets.UTF_8));
    return folder.resolve(digest.substring(0, NAME_LENGTH) + SUFFIX);
  }

  private static List<Link> links(Path note) {
    List<Link> links = new ArrayList<>();
    try {
      if (Files.size(note) > MOST_BYTES) {
        return links;
      }
      for (String each : Files.readAllLines(note)) {
        Matcher line = Lines.LINE.matcher(each);
        if (line.matches() && links.size() < MOST_CACHES) {
          links.add(new Link(line.group(1), Integer.parseInt(line.group(2)), line.group(3)));
        }
      }
    } catch (IOException e) {
      // There is none, or it is damaged.
    }
    return links;
  }

  /** The cache of this path has class files now: of all parts that have been looked for. */
  synchronized void save(Link cache) throws IOException {
    List<Part> all = parts == null ? List.of() : parts;
    for (int part : ofPart.keySet()) {
      Path note = note(part, all);
      List<Link> links = new ArrayList<>(List.of(cache));
      links(note).stream().filter(each -> !each.equals(cache)).forEach(links::add);
      var text = new StringBuilder();
      for (Link each : links.subList(0, Math.min(links.size(), MOST_CACHES))) {
        text.append(each.file()).append(' ').append(each.keySize());
        text.append(' ').append(each.digest()).append('\n');
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      OutputFile.write(note, out -> out.write(bytes));
    }
  }

  /**
   * Returns which parts each part leads to: those with classes that it names, and those that these
   * lead to; itself too. Of several classes with a name the first one counts.
   */
  static List<BitSet> leadsTo(List<Part> parts) {
    Map<String, Integer> where = new HashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      for (DexFile dex : parts.get(i).dex()) {
        for (ClassDef each : dex.classes()) {
          where.putIfAbsent(each.type(), i);
        }
      }
    }
    List<BitSet> leadsTo = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      var named = new BitSet(parts.size());
      named.set(i);
      for (DexFile dex : parts.get(i).dex()) {
        for (int type = 0; type < dex.typeCount(); type++) {
          String descriptor = dex.type(type);
          Integer part = where.get(descriptor.substring(descriptor.lastIndexOf('[') + 1));
          if (part != null) {
            named.set(part);
          }
        }
      }
      leadsTo.add(named);
    }
    // Warshall's algorithm.
    for (int by = 0; by < parts.size(); by++) {
      for (BitSet each : leadsTo) {
        if (each.get(by)) {
          each.or(leadsTo.get(by));
        }
      }
    }
    return leadsTo;
  }
}
