package dev.dexscope.vm.load;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.vm.load.TranslationCache.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The class files that runs with other class paths have left of the same files: a program is
 * compiled anew all the time, and the libraries beside it are not.
 *
 * <p>A class file depends on the classes that its code names, and on what these are made of. So
 * that of a file's class is right in each path where this file and all files that it leads to are
 * the same, in the same order. For each such case there is a small file, which names the caches
 * that have classes of the file.
 */
final class EarlierPaths {
  private static final String SUFFIX = ".file";

  /** Each has what its run needed. */
  private static final int MOST_CACHES = 3;

  private static final int NAME_LENGTH = 32;

  private static final Pattern LINE =
      Pattern.compile("([0-9a-f]{16}\\.classes) ([0-9]{1,9}) ([0-9a-f]{64})");

  private final Path folder;
  private final DexFiles files;
  private final PathKeys keys;

  /** Which files each file leads to; null until it is needed. */
  private @Nullable List<BitSet> leadsTo;

  private final Map<Integer, List<TranslationCache>> ofFile = new HashMap<>();
  private final Map<Link, TranslationCache> opened = new HashMap<>();

  EarlierPaths(Path folder, DexFiles files, PathKeys keys) {
    this.folder = folder;
    this.files = files;
    this.keys = keys;
  }

  /** Returns the class file of a class, by its name; null if none has been left. */
  synchronized byte @Nullable [] find(String name) {
    int file = files.fileOf(RunningClasses.descriptor(name));
    if (file < 0) {
      return null;
    }
    for (TranslationCache each : ofFile.computeIfAbsent(file, this::caches)) {
      byte[] found = each.find(name);
      if (found != null && found.length > 0) {
        return found;
      }
    }
    return null;
  }

  private List<TranslationCache> caches(int file) {
    List<TranslationCache> caches = new ArrayList<>();
    for (Link each : links(note(file))) {
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

  /** Returns the small file for a file of this path. */
  private Path note(int file) {
    if (leadsTo == null) {
      leadsTo = leadsTo(files.byFile());
    }
    String key = keys.ofFile(file, leadsTo.get(file));
    String digest = TranslationCache.digest(key.getBytes(StandardCharsets.UTF_8));
    return folder.resolve(digest.substring(0, NAME_LENGTH) + SUFFIX);
  }

  private static List<Link> links(Path note) {
    List<Link> links = new ArrayList<>();
    try {
      for (String each : Files.readAllLines(note)) {
        Matcher line = LINE.matcher(each);
        if (line.matches() && links.size() < MOST_CACHES) {
          links.add(new Link(line.group(1), Integer.parseInt(line.group(2)), line.group(3)));
        }
      }
    } catch (IOException e) {
      // There is none, or it is damaged.
    }
    return links;
  }

  /** The cache of this path has class files now: of all files that have been looked for. */
  synchronized void save(Link cache) throws IOException {
    for (int file : ofFile.keySet()) {
      Path note = note(file);
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
   * Returns which files each file leads to: those with classes that it names, and those that these
   * lead to; itself too. Of several classes with a name the first one counts.
   */
  static List<BitSet> leadsTo(List<List<DexFile>> files) {
    Map<String, Integer> where = new HashMap<>();
    for (int i = 0; i < files.size(); i++) {
      for (DexFile dex : files.get(i)) {
        for (ClassDef each : dex.classes()) {
          where.putIfAbsent(each.type(), i);
        }
      }
    }
    List<BitSet> leadsTo = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      var named = new BitSet(files.size());
      named.set(i);
      for (DexFile dex : files.get(i)) {
        for (int type = 0; type < dex.typeCount(); type++) {
          String descriptor = dex.type(type);
          Integer file = where.get(descriptor.substring(descriptor.lastIndexOf('[') + 1));
          if (file != null) {
            named.set(file);
          }
        }
      }
      leadsTo.add(named);
    }
    // Warshall's algorithm.
    for (int by = 0; by < files.size(); by++) {
      for (BitSet each : leadsTo) {
        if (each.get(by)) {
          each.or(leadsTo.get(by));
        }
      }
    }
    return leadsTo;
  }
}
