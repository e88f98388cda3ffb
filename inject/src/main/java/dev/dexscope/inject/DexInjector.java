package dev.dexscope.inject;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.text.TypeName;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.write.Outcome;
import dev.dexscope.inject.Plan.PlannedMethod;
import dev.dexscope.inject.code.Flow;
import dev.dexscope.inject.code.MethodChange;
import dev.dexscope.inject.code.MethodHooks;
import dev.dexscope.inject.code.PlaceReports;
import dev.dexscope.inject.code.ProfilerNames;
import dev.dexscope.inject.code.Surroundings;
import dev.dexscope.inject.coverage.ReachedPlaces;
import dev.dexscope.inject.select.NearNames;
import dev.dexscope.inject.select.Selection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Instruments the dex files that one class loader loads: numbers their methods, rewrites the files
 * side by side, and reverts changes that the verifier rates worse than the old code.
 */
final class DexInjector {
  /** The number of ids that the run time can count. */
  private static final int MOST_IDS = 1 << 22;

  private final Settings settings;
  private final Device device;

  /** As they came in. */
  private final List<DexUnit> originals;

  /** Those, or the parts of those that were full. */
  private final List<List<DexUnit>> parts;

  /** All parts one after the other. */
  private final List<DexUnit> units;

  private final List<List<NumberedPlan>> plans;

  /** The numbered places of the code, with the mode that reports them. */
  private final NumberedPlaces covered = new NumberedPlaces();

  /** Why methods are left as they were, by their ids. */
  private final Map<Integer, String> left = new ConcurrentSkipListMap<>();

  /**
   * Methods of which less is changed, by their ids: returns of objects stay apart, and only the
   * start reports that it is reached.
   */
  private final Set<Integer> apart = new ConcurrentSkipListSet<>();

  /** The devices that have to load the files. */
  enum Device {
    ANY,
    /** Loads only the first file by itself, and verifies by rules of its own. */
    BEFORE_ANDROID_5,
    /** Loads one file only, which has to contain the run time too. */
    ONE_FILE
  }

  private final List<byte[]> written = new ArrayList<>();
  private final DexUnit runtime;

  /** Whether the first file contains the run time. */
  private volatile boolean isMerged;

  private volatile Outcome.@Nullable Overflow overflow;

  /**
   * The resulting files.
   *
   * @param units in the order of the input; if one was full the first replaces it, the others are
   *     additional
   * @param runtime the run time's own file; empty if the first one contains it
   * @param names the methods by their ids, as the run time reads them
   * @param covered the numbered places; none unless the mode reports them
   */
  record Result(
      List<List<byte[]>> units,
      byte[] runtime,
      byte[] names,
      NumberedPlaces covered,
      InjectionReport report) {}

  private DexInjector(Settings settings, Device device, List<DexUnit> originals) {
    this.settings = settings;
    this.runtime = RuntimeDex.load(profiler());
    this.device = device;
    this.originals = originals;
    this.parts =
        device == Device.ANY ? parts(originals) : originals.stream().map(List::of).toList();
    this.units = parts.stream().flatMap(List::stream).toList();
    this.plans =
        NumberedPlan.number(
            units.parallelStream()
                .map(unit -> unit.files().stream().map(dex -> Plan.of(dex, settings)).toList())
                .toList());
  }

  private static List<List<DexUnit>> parts(List<DexUnit> units) {
    return units.parallelStream()
        .map(unit ->
            FullFile.parts(
                unit,
                type ->
                    units.stream().anyMatch(other -> !other.equals(unit) && other.defines(type))))
        .toList();
  }

  private ProfilerNames profiler() {
    return settings.tauNames() ? ProfilerNames.TAU : ProfilerNames.OURS;
  }

  /** Instruments files. */
  static Result inject(Settings settings, Device device, List<DexUnit> units) {
    return new DexInjector(settings, device, units).run();
  }

  /**
   * Checks that selected methods exist: otherwise the user would wait for figures that never
   * arrive.
   */
  private void checkSelection() {
    Selection selection = settings.selection();
    if (selection.isEverything() || settings.force()) {
      return;
    }
    List<String> missing = selection.unmatchedIncludes();
    if (!missing.isEmpty()) {
      String first = missing.getFirst();
      throw new RefusedFileException(
          "no method is " + first, originals.getFirst().name(), near(first));
    }
    if (plans.stream().flatMap(List::stream).allMatch(each -> each.plan().methods().isEmpty())) {
      throw new RefusedFileException(
          "no methods remain to be instrumented",
          originals.getFirst().name(),
          "select more, or include methods of a few instructions with --all");
    }
  }

  private String near(String pattern) {
    List<String> methods = new ArrayList<>();
    for (DexUnit unit : originals) {
      for (DexFile dex : unit.files()) {
        for (ClassDef definition : dex.classes()) {
          String name = TypeName.of(definition.type());
          methodsOf(definition).forEach(each -> methods.add(name + "#" + nameOf(each)));
        }
      }
    }
    List<String> near = NearNames.of(pattern, methods);
    return (near.isEmpty() ? "" : "near it are " + String.join(", ", near) + "; ")
        + "names are those of the code, see dexscope dump";
  }

  private static List<EncodedMethod> methodsOf(ClassDef definition) {
    try {
      return definition.data().methods();
    } catch (DexFormatException e) {
      // It is listed among what could not be instrumented.
      return List.of();
    }
  }

  private static String nameOf(EncodedMethod method) {
    return method.dex().methodName(method.index());
  }

  private Result run() {
    checkSelection();
    int end = plans.isEmpty() ? 0 : plans.getLast().getLast().end();
    for (int id = MOST_IDS; id < end; id++) {
      left.put(id, "more methods than the run time counts: " + MOST_IDS);
    }
    if (settings.mode().isCoverage()) {
      numberPlaces();
    }
    var verification = new Verification(settings.platform(), originals);
    do {
      rewrite();
    } while (leaveWorse(verification.compare(files())));
    if (settings.mode().isCoverage()) {
      apart.forEach(covered::reduceToStart);
      left.keySet().forEach(covered::leaveOut);
    }
    byte[] separate = isMerged ? new byte[0] : runtime.bytes();
    return new Result(
        writtenParts(),
        separate,
        names(),
        covered,
        report(verification.openClasses(), separate.length));
  }

  private void numberPlaces() {
    var body = new MethodBody();
    for (List<NumberedPlan> unit : plans) {
      for (NumberedPlan plan : unit) {
        for (int id = plan.firstId(); id < plan.end(); id++) {
          numberPlaces(id, plan.method(id), body);
        }
      }
    }
  }

  private Flow flow(EncodedMethod method, MethodBody body) {
    return settings.mode() == Mode.COVERAGE
        ? Flow.of(body, LineTable.of(method.code()))
        : Flow.ofStart();
  }

  private void numberPlaces(int id, PlannedMethod planned, MethodBody body) {
    EncodedMethod method = planned.method();
    try {
      method.dex().readBody(method.codeOffset(), body);
      Flow flow = flow(method, body);
      if (covered.count() + flow.count() > ReachedPlaces.MOST) {
        left.put(id, "more places than the run time records: " + ReachedPlaces.MOST);
        return;
      }
      MethodName name = settings.names().apply(planned.name());
      covered.add(
          id,
          new NumberedPlaces.Source(
              name.className(), name.name(), name.signature(), name.sourceFile(), method),
          flow);
    } catch (DexFormatException e) {
      left.put(id, "its code is damaged: " + e.getMessage());
    }
  }

  /** Repeated if methods are skipped: their callees are then called from outside, at an edge. */
  private void rewrite() {
    int before;
    do {
      before = left.size();
      Surroundings around = surroundings();
      List<byte[]> files =
          IntStream.range(0, units.size())
              .parallel()
              .mapToObj(unit -> rewrite(unit, around))
              .toList();
      written.clear();
      written.addAll(files);
      Outcome.Overflow full = overflow;
      if (full != null && device == Device.BEFORE_ANDROID_5) {
        refuse(full);
      }
    } while (settings.mode() == Mode.EDGES && left.size() > before);
  }

  private Surroundings surroundings() {
    if (settings.mode() != Mode.EDGES) {
      return Surroundings.UNKNOWN;
    }
    List<NumberedPlan> all = plans.stream().flatMap(List::stream).toList();
    return Edges.of(all, left.keySet(), settings.platform());
  }

  /** The app would end at its first call there. */
  private void refuse(Outcome.Overflow full) {
    if (!settings.force()) {
      throw new RefusedFileException(
          "the only code that Android before 5 loads has no room for the run time ("
              + full.section()
              + ")",
          units.getFirst().name(),
          "set uses-sdk@minSdkVersion=21 with dexscope manifest, or exclude old devices with"
              + " --force");
    }
  }

  private List<List<byte[]>> writtenParts() {
    List<List<byte[]>> all = new ArrayList<>();
    int at = 0;
    for (List<DexUnit> each : parts) {
      all.add(List.copyOf(written.subList(at, at + each.size())));
      at += each.size();
    }
    return all;
  }

  private byte[] rewrite(int unit, Surroundings around) {
    MethodChange change =
        settings.mode().isCoverage()
            ? new PlaceReports(profiler(), covered::places)
            : new MethodHooks(profiler(), device == Device.BEFORE_ANDROID_5);
    var rewriter = new DexRewriter(left, apart, change, around);
    if (unit > 0 || device == Device.ANY) {
      return rewriter.rewrite(units.get(unit), plans.get(unit), List.of());
    }
    List<ClassDef> guests = runtime.files().getFirst().classes();
    byte[] bytes = rewriter.rewrite(units.get(unit), plans.get(unit), guests);
    overflow = rewriter.overflow();
    isMerged = overflow == null;
    return bytes;
  }

  private List<DexFile> files() {
    List<DexFile> files = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      files.addAll(DexFile.parse(units.get(i).name(), written.get(i)));
    }
    if (!isMerged) {
      files.addAll(runtime.files());
    }
    return files;
  }

  /** Excludes methods that fail a second time; returns false if there were none. */
  private boolean leaveWorse(List<Verification.Worse> worse) {
    int before = left.size() + apart.size();
    Map<String, List<Verification.Worse>> byClass = new HashMap<>();
    worse.forEach(
        each -> byClass.computeIfAbsent(each.descriptor(), _ -> new ArrayList<>()).add(each));
    if (!byClass.isEmpty()) {
      plans.forEach(unit -> unit.forEach(plan -> leave(plan, byClass)));
    }
    return left.size() + apart.size() > before;
  }

  private void leave(NumberedPlan plan, Map<String, List<Verification.Worse>> byClass) {
    for (int id = plan.firstId(); id < plan.end(); id++) {
      PlannedMethod method = plan.method(id);
      ClassDef definition = plan.plan().dex().classDef(method.classIndex());
      for (Verification.Worse each : byClass.getOrDefault(definition.type(), List.of())) {
        if (each.method().isEmpty() || each.method().equals(method.prettyName())) {
          if (!apart.add(id)) {
            left.putIfAbsent(id, "the verifier would object: " + each.reason());
          }
        }
      }
    }
  }

  private byte[] names() {
    var text = new StringBuilder();
    for (List<NumberedPlan> unit : plans) {
      for (NumberedPlan plan : unit) {
        for (PlannedMethod each : plan.plan().methods()) {
          MethodName name = settings.names().apply(each.name());
          text.append(settings.tauNames() ? name.tauLine() : name.line());
        }
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the name as profiles show it. */
  private String shown(MethodName name) {
    return settings.names().apply(name).toString();
  }

  private InjectionReport report(int openClasses, long runtimeSize) {
    int seen = 0;
    int planned = 0;
    Map<Skip, Integer> skipped = new EnumMap<>(Skip.class);
    List<Left> allLeft = new ArrayList<>();
    List<Left> notMeasured = new ArrayList<>();
    var reasons = new TreeMap<>(left);
    for (List<NumberedPlan> unit : plans) {
      for (NumberedPlan plan : unit) {
        seen += plan.plan().seen();
        planned += plan.plan().methods().size();
        for (Plan.Skipped each : plan.plan().skipped()) {
          skipped.merge(each.reason(), 1, Integer::sum);
          notMeasured.add(new Left(shown(each.name()), each.reason().words()));
        }
        allLeft.addAll(plan.plan().left());
        reasons
            .subMap(plan.firstId(), plan.end())
            .forEach((id, why) -> allLeft.add(new Left(shown(plan.method(id).name()), why)));
      }
    }
    notMeasured.addAll(allLeft);
    List<String> notes = new ArrayList<>();
    for (String each : settings.selection().unmatchedExcludes()) {
      notes.add("no method is " + each + ", which is excluded; " + near(each));
    }
    if (overflow instanceof Outcome.Overflow(String section, _)) {
      notes.add(
          units.getFirst().name()
              + " has no room for the run time ("
              + section
              + "): it goes into a file of its own, which devices before Android 5 do not load");
    }
    for (List<DexUnit> each : parts) {
      if (each.size() > 1) {
        notes.add(
            each.getFirst().name()
                + " has no room for the profiler: its classes are in "
                + each.size()
                + " files now");
      }
    }
    long before = originals.stream().mapToLong(unit -> unit.bytes().length).sum();
    long after = written.stream().mapToLong(bytes -> bytes.length).sum() + runtimeSize;
    return new InjectionReport(
        seen,
        planned - left.size(),
        skipped,
        allLeft,
        notMeasured,
        openClasses,
        before,
        after,
        notes);
  }
}
