package dev.dexscope.dex.verify;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.verify.link.DexSource;
import dev.dexscope.dex.verify.link.Klass;
import dev.dexscope.dex.verify.link.LinkedMethod;
import dev.dexscope.dex.verify.link.Linker;
import dev.dexscope.dex.verify.link.Pretty;
import dev.dexscope.dex.verify.rules.Effort;
import dev.dexscope.dex.verify.types.Recording;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Failure;
import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The register-type verifier of ART 11: determines for each class the verdict that a device would
 * reach at its first use. Thread-safe.
 *
 * <pre>{@code
 * Verifier verifier = Verifier.ofFiles(ClassPath.ofHostJdk(), Path.of("app.apk"));
 * for (ClassVerdict verdict : verifier.verify()) {
 *   verdict.failures().forEach(System.out::println);
 * }
 * }</pre>
 */
public final class Verifier {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int CLASSES_WORTH_A_WORKER = 64;

  private final List<DexFile> app;
  private final DexSource classes;
  private final Linker linker;

  /** Workers for single methods, kept because they remember what they have resolved. */
  private final Map<DexFile, Queue<ClassVerifier>> idle = new ConcurrentHashMap<>();

  Verifier(ClassPath classPath, List<DexFile> app) {
    this.app = List.copyOf(app);
    this.classes = new DexSource(this.app);
    this.linker = new Linker(classPath.environment(), classes);
  }

  /**
   * Returns a verifier for the code of files that one class loader loads: dex files, and archives
   * with {@code classes.dex}, {@code classes2.dex} and so on.
   *
   * @throws dev.dexscope.dex.DexFormatException if a file is neither
   * @throws IOException if it cannot be read
   */
  public static Verifier ofFiles(ClassPath classPath, Path... files) throws IOException {
    List<DexFile> app = new ArrayList<>();
    for (Path file : files) {
      app.addAll(DexFile.open(file));
    }
    return new Verifier(classPath, app);
  }

  /**
   * A verifier for the code of dex files in memory, as an injector has them before it writes.
   *
   * @param files the bytes of each file by the name that messages show, in class path order
   * @throws dev.dexscope.dex.DexFormatException when one is no dex file
   */
  public static Verifier ofBytes(ClassPath classPath, SequencedMap<String, byte[]> files) {
    List<DexFile> app = new ArrayList<>();
    files.forEach((name, bytes) -> app.addAll(DexFile.parse(name, bytes)));
    return new Verifier(classPath, app);
  }

  /**
   * Verifies every class of every file, on all processors, in the files' order.
   *
   * @throws dev.dexscope.dex.DexFormatException when a file is not well-formed
   */
  public List<ClassVerdict> verify() {
    List<ClassVerdict> verdicts = new ArrayList<>();
    for (DexFile dex : app) {
      int count = dex.classCount();
      verdicts.addAll(verify(dex, count, (worker, i, budget) -> worker.verify(i, budget)));
    }
    return rejectHeirs(verdicts);
  }

  /**
   * Verifies some methods of some classes, and these classes themselves.
   *
   * @param methods by class ({@code Lp/C;}), as failures name them
   */
  public List<ClassVerdict> verify(Map<String, Set<String>> methods) {
    List<ClassVerdict> verdicts = new ArrayList<>();
    for (DexFile dex : app) {
      int[] indices =
          methods.keySet().stream()
              .mapToInt(dex::findClassIndex)
              .filter(index -> index >= 0)
              .sorted()
              .toArray();
      verdicts.addAll(
          verify(
              dex,
              indices.length,
              (worker, i, budget) -> {
                String descriptor = dex.classDef(indices[i]).type();
                Set<String> wanted = methods.getOrDefault(descriptor, Set.of());
                return worker.verify(indices[i], budget, wanted::contains);
              }));
    }
    return rejectHeirs(verdicts);
  }

  /**
   * Returns the number of examined classes with unknown supertypes; 0 unless the platform is {@link
   * ClassPath#ofUnknownPlatform unknown}.
   */
  public int openClasses() {
    return linker.openClasses();
  }

  /** A verifier for dex files that are open already, in class path order. */
  public static Verifier of(ClassPath classPath, List<DexFile> files) {
    return new Verifier(classPath, files);
  }

  /**
   * Verifies one method; the failures are empty when it is good.
   *
   * @param descriptor the class: {@code Lp/C;}
   * @param nameAndProto the method: {@code run(I)V}
   */
  public List<Failure> verifyMethod(String descriptor, String nameAndProto) {
    return verifyMethod(descriptor, named(nameAndProto), nameAndProto, null, Function.identity());
  }

  private static Predicate<EncodedMethod> named(String nameAndProto) {
    return method -> Pretty.key(method.dex(), method.index()).equals(nameAndProto);
  }

  /**
   * Returns the types of a method's registers before each instruction that can be reached. If the
   * method is rejected they end at the fault: call {@link #verifyMethod} first.
   */
  public RegisterTypes registerTypes(String descriptor, String nameAndProto) {
    return registerTypes(descriptor, named(nameAndProto), nameAndProto);
  }

  /**
   * The same of a method by its method_id in the class's file: reads no names, so that it may be
   * called any number of times.
   */
  public RegisterTypes registerTypes(String descriptor, int methodIndex) {
    return registerTypes(
        descriptor, method -> method.index() == methodIndex, "with id " + methodIndex);
  }

  private RegisterTypes registerTypes(
      String descriptor, Predicate<EncodedMethod> wanted, String name) {
    var recorder = new Recording();
    return verifyMethod(descriptor, wanted, name, recorder, _ -> RegisterTypes.of(recorder));
  }

  /**
   * Verifies one class with all its methods, as a runtime does when the class is first used.
   *
   * @param types receives the register types of each method that has code, as {@link
   *     #registerTypes} does
   */
  public ClassVerdict verifyClass(
      String descriptor, BiConsumer<EncodedMethod, RegisterTypes> types) {
    DexSource.DexClass definition = classes.find(descriptor);
    if (definition == null) {
      throw new IllegalArgumentException("no class " + descriptor);
    }
    DexFile dex = definition.dex();
    ClassVerifier worker = worker(dex);
    AtomicLong budget = Effort.forFile(dex.segment().byteSize());
    ClassVerdict verdict = worker.verify(definition.index(), budget, types);
    workers(dex).add(worker);
    return rejectHeirs(List.of(verdict)).getFirst();
  }

  /** The dex files, in class path order. */
  public List<DexFile> files() {
    return app;
  }

  /** Returns the relations of the classes that this verifier knows. */
  public Hierarchy hierarchy() {
    return new Hierarchy(linker);
  }

  private ClassVerifier worker(DexFile dex) {
    ClassVerifier worker = workers(dex).poll();
    return worker == null ? new ClassVerifier(dex, linker) : worker;
  }

  private Queue<ClassVerifier> workers(DexFile dex) {
    return idle.computeIfAbsent(dex, _ -> new ConcurrentLinkedQueue<>());
  }

  /**
   * Verifies one method.
   *
   * @param name the name that an exception shows if the method does not exist
   * @param answer computes the result from the failures, before another thread uses the worker,
   *     whose recording of a method is overwritten by the next one
   */
  private <T> T verifyMethod(
      String descriptor,
      Predicate<EncodedMethod> wanted,
      String name,
      @Nullable Recording recorder,
      Function<List<Failure>, T> answer) {
    DexSource.DexClass definition = classes.find(descriptor);
    if (definition == null) {
      throw new IllegalArgumentException("no class " + descriptor);
    }
    ClassVerifier worker = worker(definition.dex());
    List<Failure> failures = new ArrayList<>();
    if (!worker.verify(definition.index(), wanted, recorder, failures)) {
      throw new IllegalArgumentException("no method " + name + " in " + descriptor);
    }
    T answered = answer.apply(failures);
    workers(definition.dex()).add(worker);
    return answered;
  }

  /** One of some tasks. */
  private interface Task {
    ClassVerdict run(ClassVerifier worker, int number, AtomicLong budget);
  }

  private List<ClassVerdict> verify(DexFile dex, int count, Task task) {
    var verdicts = new @Nullable ClassVerdict[count];
    AtomicLong budget = Effort.forFile(dex.segment().byteSize());
    var next = new AtomicInteger();
    Runnable worker =
        () -> {
          var verifier = new ClassVerifier(dex, linker);
          for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            verdicts[i] = task.run(verifier, i, budget);
          }
        };
    int workers = Math.clamp(count / CLASSES_WORTH_A_WORKER, 1, PROCESSORS);
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        ends.add(pool.submit(worker));
      }
      ends.forEach(Verifier::await);
    }
    return Arrays.stream(verdicts).map(Objects::requireNonNull).toList();
  }

  private static void await(Future<?> end) {
    try {
      end.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while verifying", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** A class is rejected with its superclass, and with an interface that has default methods. */
  private List<ClassVerdict> rejectHeirs(List<ClassVerdict> verdicts) {
    Map<String, Boolean> rejected = new HashMap<>();
    for (ClassVerdict each : verdicts) {
      rejected.putIfAbsent(each.descriptor(), each.verdict() == Verdict.HARD);
    }
    if (!rejected.containsValue(true)) {
      return verdicts;
    }
    List<ClassVerdict> result = new ArrayList<>(verdicts.size());
    for (ClassVerdict each : verdicts) {
      Klass klass = linker.find(each.descriptor());
      Klass culprit = klass == null ? null : rejectedSupertype(klass, rejected);
      result.add(culprit == null ? each : reject(each, culprit));
    }
    return result;
  }

  private static ClassVerdict reject(ClassVerdict verdict, Klass culprit) {
    String reason =
        "rejecting class "
            + verdict.className()
            + " that attempts to sub-type erroneous class "
            + culprit;
    List<Failure> failures = new ArrayList<>(verdict.failures());
    failures.addFirst(new Failure(Problem.BAD_CLASS_HARD, "", -1, reason));
    return new ClassVerdict(verdict.dexFile(), verdict.descriptor(), Verdict.HARD, failures);
  }

  private static @Nullable Klass rejectedSupertype(Klass klass, Map<String, Boolean> rejected) {
    for (Klass k = klass.superclass; k != null && !k.boot; k = k.superclass) {
      if (rejected.getOrDefault(k.descriptor, false)) {
        return k;
      }
    }
    if (klass.isInterface()) {
      return null;
    }
    for (Klass each : klass.interfaceTable) {
      if (rejected.getOrDefault(each.descriptor, false) && hasDefaultMethods(each)) {
        return each;
      }
    }
    return null;
  }

  private static boolean hasDefaultMethods(Klass klass) {
    for (LinkedMethod method : klass.methods().values()) {
      if (!method.isDirect() && (method.flags() & ACC_ABSTRACT) == 0) {
        return true;
      }
    }
    return false;
  }
}
