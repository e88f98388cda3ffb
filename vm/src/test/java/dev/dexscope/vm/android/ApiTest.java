package dev.dexscope.vm.android;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares our classes with Android's. {@code missing-members.txt} lists what Android 14 has and we
 * have not, hidden members too: nothing else may be missing.
 */
class ApiTest {
  private static final List<String> PACKAGES =
      List.of("android.", "dalvik.", "org.json.", "org.apache.harmony.dalvik.");

  @Test
  @NeedsPeer(Peer.ANDROID_ALL)
  void whatIsMissingIsKnown() throws IOException {
    ClassLoader androids = AndroidAll.loader();
    Set<String> missing = new TreeSet<>();
    for (String name : ourClasses()) {
      missing.addAll(missing(name, androids));
    }
    assertThat(expected()).as("%s", String.join("\n", missing)).containsAll(missing);
  }

  private static Set<String> missing(String name, ClassLoader androids) {
    try {
      Class<?> ours = Class.forName(name, false, ApiTest.class.getClassLoader());
      Class<?> theirs = Class.forName(name, false, androids);
      if (!Modifier.isPublic(ours.getModifiers()) || !Modifier.isPublic(theirs.getModifiers())) {
        return Set.of();
      }
      Set<String> missing = members(theirs);
      missing.removeAll(members(ours));
      return missing;
    } catch (ClassNotFoundException e) {
      // One of our own, or newer than that Android.
      return Set.of();
    }
  }

  private static Set<String> members(Class<?> type) {
    Set<String> members = new TreeSet<>();
    Stream.of(type.getFields(), type.getDeclaredFields())
        .flatMap(Arrays::stream)
        .filter(field -> isApi(field.getModifiers()))
        .map(Field::getName)
        .forEach(name -> members.add(type.getName() + "." + name));
    Stream.<Executable[]>of(
            type.getMethods(), type.getDeclaredMethods(), type.getDeclaredConstructors())
        .flatMap(Arrays::stream)
        .filter(each -> isApi(each.getModifiers()) && !each.isSynthetic())
        .forEach(each -> members.add(type.getName() + "." + signature(each)));
    return members;
  }

  private static boolean isApi(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String signature(Executable executable) {
    String name = executable instanceof Constructor<?> ? "<init>" : executable.getName();
    String parameters =
        Arrays.stream(executable.getParameterTypes())
            .map(Class::getTypeName)
            .collect(Collectors.joining(","));
    String result =
        executable instanceof Method method ? " " + method.getReturnType().getTypeName() : "";
    return name + "(" + parameters + ")" + result;
  }

  private static List<String> ourClasses() throws IOException {
    Path root =
        Path.of(
            URI.create(
                android.util.Log.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()));
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.substring(0, file.length() - 6).replace('/', '.'))
          .filter(name -> PACKAGES.stream().anyMatch(name::startsWith))
          .filter(name -> !name.endsWith("package-info"))
          .sorted()
          .toList();
    }
  }

  private static Set<String> expected() {
    try (InputStream in = ApiTest.class.getResourceAsStream("missing-members.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
