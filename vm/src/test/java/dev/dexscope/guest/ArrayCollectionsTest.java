package dev.dexscope.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import android.util.ArrayMap;
import android.util.ArraySet;
import android.util.LongSparseArray;
import android.util.LruCache;
import android.util.SparseArray;
import android.util.SparseBooleanArray;
import android.util.SparseIntArray;
import android.util.SparseLongArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArrayCollectionsTest {
  record Change(int kind, int key, int value) {}

  @Provide
  Arbitrary<List<Change>> changes() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, 20),
            Arbitraries.integers())
        .as(Change::new)
        .list()
        .ofMaxSize(60);
  }

  /** Few hashes, so that many are equal. */
  record Key(int number) {
    @Override
    public int hashCode() {
      return number % 4;
    }
  }

  @Property(tries = 300)
  void anArrayMapIsAMap(@ForAll("changes") List<Change> changes) {
    var map = new ArrayMap<Key, Integer>();
    Map<Key, Integer> expected = new HashMap<>();
    for (Change change : changes) {
      var key = new Key(change.key);
      if (change.kind == 0) {
        assertThat(map.remove(key)).isEqualTo(expected.remove(key));
      } else if (change.kind == 1) {
        map.keySet().removeIf(each -> each.number < 3);
        expected.keySet().removeIf(each -> each.number < 3);
      } else {
        assertThat(map.put(key, change.value)).isEqualTo(expected.put(key, change.value));
      }
      assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected).hasSameSizeAs(expected);
      assertThat(expected).isEqualTo(map);
      assertThat(new ArrayList<>(map.entrySet())).containsAll(expected.entrySet());
    }
    for (int i = 0; i < map.size(); i++) {
      assertThat(map.indexOfKey(map.keyAt(i))).isEqualTo(i);
      assertThat(map.valueAt(i)).isEqualTo(expected.get(map.keyAt(i)));
    }
  }

  @Property(tries = 300)
  void anArraySetIsASet(@ForAll("changes") List<Change> changes) {
    var set = new ArraySet<Key>();
    Set<Key> expected = new HashSet<>();
    for (Change change : changes) {
      var key = new Key(change.key);
      if (change.kind == 0) {
        assertThat(set.remove(key)).isEqualTo(expected.remove(key));
      } else {
        assertThat(set.add(key)).isEqualTo(expected.add(key));
      }
      assertThat(set).isEqualTo(expected).hasSameHashCodeAs(expected);
      assertThat(expected).isEqualTo(set);
    }
  }

  @Property(tries = 300)
  void sparseArraysAreSortedMaps(@ForAll("changes") List<Change> changes) {
    var objects = new SparseArray<Integer>();
    var longKeys = new LongSparseArray<Integer>(0);
    var ints = new SparseIntArray(0);
    var longs = new SparseLongArray();
    var booleans = new SparseBooleanArray();
    Map<Integer, Integer> expected = new TreeMap<>();
    for (Change change : changes) {
      if (change.kind == 0) {
        expected.remove(change.key);
        objects.remove(change.key);
        longKeys.remove(change.key);
        ints.delete(change.key);
        longs.delete(change.key);
        booleans.delete(change.key);
      } else {
        expected.put(change.key, change.value);
        objects.append(change.key, change.value);
        longKeys.put(change.key, change.value);
        ints.put(change.key, change.value);
        longs.append(change.key, change.value);
        booleans.put(change.key, change.value > 0);
      }
    }
    String text = expected.toString();
    assertThat(objects).hasToString(text);
    assertThat(longKeys).hasToString(text);
    assertThat(ints).hasToString(text);
    assertThat(longs).hasToString(text);
    assertThat(booleans.size()).isEqualTo(expected.size());
    expected.forEach((key, value) -> {
      assertThat(objects.get(key)).isEqualTo(value);
      assertThat(longKeys.get(key)).isEqualTo(value);
      assertThat(ints.get(key, -1)).isEqualTo(value);
      assertThat(longs.get(key)).isEqualTo((long) value);
      assertThat(booleans.get(key)).isEqualTo(value > 0);
    });
    assertThat(objects.contentEquals(objects.clone())).isTrue();
  }

  @Test
  void whatIsNotThereHasTheComplementOfItsPlace() {
    var array = new SparseArray<String>();
    array.put(10, "ten");
    array.put(-5, "minus five");
    assertThat(array.indexOfKey(10)).isEqualTo(1);
    assertThat(array.indexOfKey(7)).isEqualTo(~1);
    assertThat(array.get(7, "none")).isEqualTo("none");
    assertThat(array).hasToString("{-5=minus five, 10=ten}");
    array.removeAtRange(0, 5);
    assertThat(array.size()).isZero();
    assertThatThrownBy(() -> array.valueAt(0)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
  }

  @Test
  void entriesOfAnArrayMapAreInTheOrderOfTheirHashes() {
    var map = new ArrayMap<String, Integer>();
    map.put("b", 2);
    map.put(null, 0);
    map.put("a", 1);
    assertThat(map).hasToString("{null=0, a=1, b=2}");
    map.entrySet().iterator().next().setValue(7);
    assertThat(map.get(null)).isEqualTo(7);
  }

  @Test
  void aCacheLetsGoOfWhatWasNotUsedForLongest() {
    List<String> gone = new ArrayList<>();
    var cache =
        new LruCache<String, Integer>(3) {
          @Override
          protected @Nullable Integer create(String key) {
            return key.startsWith("?") ? null : key.length();
          }

          @Override
          protected void entryRemoved(boolean evicted, String key, Integer old, Integer next) {
            gone.add(evicted + " " + key + " " + old + " " + next);
          }
        };
    cache.put("a", 1);
    cache.put("b", 2);
    cache.put("c", 3);
    assertThat(cache.get("a")).isEqualTo(1);
    assertThat(cache.get("four")).isEqualTo(4);
    cache.put("a", 9);
    assertThat(cache.get("?")).isNull();
    assertThat(cache.snapshot().keySet()).containsExactly("c", "four", "a");
    assertThat(gone).containsExactly("true b 2 null", "false a 1 9");
    assertThat(cache).hasToString("LruCache[maxSize=3,hits=1,misses=2,hitRate=33%]");
    cache.evictAll();
    assertThat(cache.size()).isZero();
    assertThat(cache.evictionCount()).isEqualTo(4);
  }
}
