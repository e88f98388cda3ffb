package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.ThrowsTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A public method of a library module documents each exception that it declares. */
class FailureContractTest {
  /** Android's own classes, whose contract is Android's. */
  private static final Set<String> ANDROID = Set.of("dev.dexscope.libcore", "dev.dexscope.android");

  @TempDir private Path folder;

  @Test
  void declaredExceptionsAreDocumented() throws IOException {
    Set<String> modules = new TreeSet<>();
    for (String each : LibraryModules.documented()) {
      modules.addAll(LibraryModules.closure("dev.dexscope." + each).keySet());
    }
    modules.removeIf(each -> !each.startsWith("dev.dexscope.") || ANDROID.contains(each));
    List<Path> sources = new ArrayList<>();
    for (String each : modules) {
      Path root = Path.of("..", each.substring("dev.dexscope.".length()), "src/main/java");
      ModuleDescriptor module =
          Objects.requireNonNull(LibraryModules.closure(each).get(each)).descriptor();
      for (ModuleDescriptor.Exports exported : module.exports()) {
        if (!exported.isQualified()) {
          sources.addAll(sourcesIn(root.resolve(exported.source().replace('.', '/'))));
        }
      }
    }

    assertThat(sources).hasSizeGreaterThan(100);
    assertThat(undocumented(sources)).isEmpty();
  }

  @Test
  void undocumentedOnesAreFound() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("A.java"),
            """
            public class A {
              /** Reads. */
              public void missing() throws java.io.IOException {}
              /** Reads. @see A */
              void hidden() throws java.io.IOException {}
              /**
               * Reads.
               *
               * @throws java.io.IOException if an I/O error occurs
               */
              public void documented() throws java.io.IOException {}
              /** Of a class. */
              public interface B {
                /** Waits. */
                void missing() throws InterruptedException;
              }
            }
            """);

    assertThat(undocumented(List.of(source)))
        .containsExactly("A.java: missing, IOException", "A.java: missing, InterruptedException");
  }

  private static List<Path> sourcesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static List<String> undocumented(List<Path> sources) throws IOException {
    List<String> found = new ArrayList<>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> all = files.getJavaFileObjectsFromPaths(sources);
      var task = (JavacTask) compiler.getTask(null, files, null, null, null, all);
      DocTrees trees = DocTrees.instance(task);
      for (CompilationUnitTree each : task.parse()) {
        new Scanner(trees, each, found).scan(each, null);
      }
    }
    return found;
  }

  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final DocTrees trees;
    private final CompilationUnitTree unit;
    private final List<String> found;

    Scanner(DocTrees trees, CompilationUnitTree unit, List<String> found) {
      this.trees = trees;
      this.unit = unit;
      this.found = found;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
      if (isPublic(method) && comment != null) {
        Set<String> documented = new TreeSet<>();
        for (var each : comment.getBlockTags()) {
          if (each instanceof ThrowsTree thrown) {
            documented.add(simple(thrown.getExceptionName().getSignature()));
          }
        }
        for (ExpressionTree each : method.getThrows()) {
          String name = simple(each.toString());
          if (!documented.contains(name)) {
            Path file = Path.of(unit.getSourceFile().getName());
            found.add(file.getFileName() + ": " + method.getName() + ", " + name);
          }
        }
      }
      return null;
    }

    private boolean isPublic(MethodTree method) {
      for (var path = getCurrentPath().getParentPath(); path != null; path = path.getParentPath()) {
        if (path.getLeaf() instanceof ClassTree type
            && !isPublic(type.getModifiers().getFlags(), path.getParentPath().getLeaf())) {
          return false;
        }
      }
      return isPublic(method.getModifiers().getFlags(), getCurrentPath().getParentPath().getLeaf());
    }

    /** Members of interfaces are public unless they are private. */
    private static boolean isPublic(Set<Modifier> modifiers, Tree owner) {
      return modifiers.contains(Modifier.PUBLIC)
          || (owner.getKind() == Tree.Kind.INTERFACE && !modifiers.contains(Modifier.PRIVATE));
    }

    private static String simple(String name) {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }
}
