package dev.dexscope.dex.write;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.raw.RawDex;
import dev.dexscope.dex.write.ids.StringTable;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a container of version 041, rewritten together: they share their strings.
 *
 * <pre>{@code
 * ContainerBuilder container = ContainerBuilder.of(DexFile.open(path));
 * container.files().forEach(each -> each.transform(hooks));
 * byte[] bytes = container.build();
 * }</pre>
 */
public final class ContainerBuilder {
  private final List<DexBuilder> files = new ArrayList<>();

  private ContainerBuilder() {}

  /** The files of one container, all of them, in their order; a single file of any version too. */
  public static ContainerBuilder of(List<DexFile> files) {
    var container = new ContainerBuilder();
    var strings = new StringTable(files.getLast());
    for (DexFile each : files) {
      boolean together =
          each.segment().equals(files.getFirst().segment())
              && each.raw().stringIdsOffset() == files.getLast().raw().stringIdsOffset()
              && each.stringCount() == files.getLast().stringCount();
      if (!together) {
        throw new IllegalArgumentException(each + " shares no strings with " + files.getLast());
      }
      container.files.add(new DexBuilder(each, strings, each.version()));
    }
    return container;
  }

  /** A builder for each file. */
  public List<DexBuilder> files() {
    return List.copyOf(files);
  }

  /** The container. */
  public byte[] build() {
    DexFile first = files.getFirst().base();
    return first != null && files.stream().noneMatch(DexBuilder::isChanged)
        ? first.segment().toArray(ValueLayout.JAVA_BYTE)
        : write();
  }

  /** The container, made anew even when nothing has changed. */
  byte[] write() {
    for (DexBuilder each : files) {
      if (files.size() > 1 && each.version() < RawDex.CONTAINER_VERSION) {
        throw new IllegalStateException(
            "dex version 0" + each.version() + " has no containers; they need 041");
      }
    }
    return new ContainerWriter(files).write();
  }
}
