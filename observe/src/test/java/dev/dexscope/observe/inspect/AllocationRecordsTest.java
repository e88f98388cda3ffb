package dev.dexscope.observe.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.ddmlib.AllocationInfo;
import com.android.ddmlib.AllocationsParser;
import dev.dexscope.observe.DexProgram;
import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.harmony.dalvik.ddmc.DdmVmInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AllocationRecordsTest {
  private static final String ALLOCATES =
      """
      public class Allocates {
        static class Point {
          int x; long y; Object next;
          Point(int x) {
            if (x < 0) {
              throw new IllegalArgumentException();
            }
            this.x = x;
          }
        }
        static Object kept;
        public static void run() {
          for (int i = 0; i < 10; i++) {
            kept = new Point(i);
          }
          kept = new int[5];
          kept = new String[3];
          kept = new long[2][3];
          int[] filled = {1, 2, 3};
          kept = filled;
          kept = filled.clone();
          try {
            new Point(-1);
          } catch (IllegalArgumentException e) {
            kept = e;
          }
          try {
            kept = new byte[filled[0] - 2];
          } catch (NegativeArraySizeException e) {
            kept = null;
          }
          new Allocates().instance(kept == null ? new StringBuilder("a") : null);
        }
        void instance(Object given) {
          kept = given;
        }
        public static void many(int count) {
          for (int i = 0; i < count; i++) {
            kept = new Object();
          }
        }
      }
      """;

  @TempDir Path folder;

  @AfterEach
  void stop() {
    AllocationRecords.stop();
    Threads.guests(_ -> true);
  }

  private Class<?> program(Engine engine) throws Exception {
    Vm.start(engine, null, new Observation());
    Threads.guests(_ -> true);
    return DexProgram.compile(folder, "Allocates", ALLOCATES).load();
  }

  private static Map<String, List<Long>> sizes() {
    Map<String, List<Long>> sizes = new TreeMap<>();
    for (AllocationRecord each : AllocationRecords.recent()) {
      sizes.computeIfAbsent(each.descriptor(), _ -> new ArrayList<>()).add(each.size());
    }
    return sizes;
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void eachObjectIsRecordedOnce(Engine engine) throws Exception {
    Class<?> program = program(engine);
    var run = program.getMethod("run");
    run.invoke(null);
    assertThat(AllocationRecords.recent()).isEmpty();
    assertThat(ProgramClasses.loaded())
        .filteredOn(type -> Objects.equals(type.getClassLoader(), program.getClassLoader()))
        .extracting(Class::getName)
        .containsExactly("Allocates", "Allocates$Point");
    Threads.byId();
    AllocationRecords.start();
    run.invoke(null);

    Map<String, List<Long>> sizes = sizes();
    assertThat(sizes.get("LAllocates$Point;")).hasSize(11).containsOnly(32L);
    assertThat(sizes.get("LAllocates;")).containsExactly(16L);
    assertThat(sizes.get("[I")).hasSize(engine == Engine.TRANSLATED ? 4 : 3).contains(40L, 32L);
    assertThat(sizes.get("[Ljava/lang/String;")).containsExactly(32L);
    assertThat(sizes.get("[[J")).containsExactly(24L);
    assertThat(sizes.get("[J")).containsExactly(40L, 40L);
    assertThat(sizes).doesNotContainKey("[B");
    assertThat(sizes.get("Ljava/lang/StringBuilder;")).hasSize(1);
    assertThat(sizes.get("Ljava/lang/IllegalArgumentException;")).hasSize(1);

    List<AllocationRecord> recent = AllocationRecords.recent();
    assertThat(AllocationRecords.count()).isEqualTo(recent.size());
    AllocationRecord oldest = recent.getLast();
    assertThat(oldest.descriptor()).isEqualTo("LAllocates$Point;");
    assertThat(oldest.threadId()).isPositive();
    assertThat(oldest.stack().getFirst()).hasToString("Allocates.run(Allocates.java:14)");
    assertThat(oldest.stack()).hasSizeBetween(2, AllocationRecords.DEFAULT_DEPTH);

    AllocationRecords.stop();
    run.invoke(null);
    assertThat(AllocationRecords.recent()).isEmpty();
    assertThat(AllocationRecords.isOn()).isFalse();
  }

  @Test
  void objectsWithFieldsOfMissingClassesHaveSizes() throws Exception {
    Vm.start(Engine.TRANSLATED, null, new Observation());
    Threads.guests(_ -> true);
    String source =
        """
        public class Lacking {
          static Object kept;
          int number;
          Absent absent;
          long more;
          static Absent none;
          public static void run() { kept = new Lacking(); }
        }

        class Absent {}
        """;
    Class<?> program = DexProgram.compile(folder, "Lacking", source, "Absent").load();
    AllocationRecords.start();
    program.getMethod("run").invoke(null);

    assertThat(sizes().get("LLacking;")).containsExactly(32L);
  }

  @Test
  void theOldestGiveWayAndTheChunkHoldsTheRest() throws Exception {
    Class<?> program = program(Engine.TRANSLATED);
    DdmVmInternal.setRecentAllocationsTrackingEnabled(true);
    assertThat(DdmVmInternal.getRecentAllocationStatus()).isTrue();
    program.getMethod("many", int.class).invoke(null, AllocationRecords.CAPACITY + 10);
    assertThat(AllocationRecords.count()).isEqualTo(AllocationRecords.CAPACITY + 10);
    assertThat(AllocationRecords.recent()).hasSize(AllocationRecords.CAPACITY);

    // Android's own reader: as many as a count of two bytes allows, the newest first.
    AllocationInfo[] read =
        AllocationsParser.parse(ByteBuffer.wrap(DdmVmInternal.getRecentAllocations()));
    assertThat(read).hasSize(65_535);
    assertThat(Arrays.stream(read).map(AllocationInfo::getSize).distinct()).containsExactly(16);
    AllocationInfo newest = read[0];
    assertThat(newest.getAllocatedClass()).isEqualTo("java.lang.Object");
    assertThat(newest.getThreadId()).isEqualTo((short) recent().threadId());
    assertThat(newest.getStackTrace()[0]).hasToString("Allocates.many(Allocates.java:39)");
  }

  private static AllocationRecord recent() {
    return AllocationRecords.recent().getFirst();
  }
}
