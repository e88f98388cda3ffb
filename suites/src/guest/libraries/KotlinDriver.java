import java.util.*;
import kotlin.*;
import kotlin.collections.*;
import kotlin.random.RandomKt;
import kotlin.ranges.*;
import kotlin.sequences.*;
import kotlin.text.*;

/** kotlin-stdlib from Java: collections, sequences, ranges, text, lazies, coroutine builders of sequences. */
public class KotlinDriver {
  public static void main(String[] args) throws Exception {
    kotlin.random.Random random = RandomKt.Random(42);
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 20000; i++) numbers.add(random.nextInt(1, 1000));
    System.out.println(CollectionsKt.sumOfInt(numbers) + " " + CollectionsKt.distinct(numbers).size() + CollectionsKt.take(CollectionsKt.sortedDescending(numbers), 5) + CollectionsKt.chunked(numbers, 3000).size() + CollectionsKt.windowed(numbers, 5, 1000, true).size());
    Map<Integer, Integer> counts = new TreeMap<>(GroupingKt.eachCount(new Grouping<Integer, Integer>() {
      @Override public Iterator<Integer> sourceIterator() { return numbers.iterator(); }
      @Override public Integer keyOf(Integer n) { return n % 7; }
    }));
    System.out.println(counts + " " + CollectionsKt.joinToString(CollectionsKt.listOf(1, 2, 3), "-", "<", ">", 2, "...", n -> "n" + n));
    Sequence<Integer> naturals = SequencesKt.generateSequence(1, n -> n + 1);
    System.out.println(SequencesKt.toList(SequencesKt.take(SequencesKt.filter(SequencesKt.map(naturals, n -> n * n), n -> n % 3 == 1), 10)) + " " + SequencesKt.count(SequencesKt.takeWhile(naturals, n -> n < 5000)));
    IntRange range = new IntRange(1, 100);
    System.out.println(RangesKt.coerceIn(500, range) + " " + CollectionsKt.sumOfInt(range) + RangesKt.step(RangesKt.downTo(10, 1), 3) + CollectionsKt.toList(new CharRange('a', 'e')) + RangesKt.until(0, 5));
    String text = "The quick brown fox jumps over the lazy dog";
    System.out.println(StringsKt.reversed(text) + "" + StringsKt.split(text, new String[] {" "}, false, 3) + StringsKt.padStart("x", 4, '*') + StringsKt.substringAfter(text, "fox", "") + StringsKt.toIntOrNull("12x") + StringsKt.trimIndent("\n    a\n      b\n    ") + StringsKt.commonPrefixWith("abcd", "abxx", false) + StringsKt.repeat("ab", 3) + StringsKt.lines("a\nb\r\nc"));
    Regex regex = new Regex("(\\w)(\\w+)");
    System.out.println(regex.replace(text, m -> m.getGroupValues().get(2) + m.getGroupValues().get(1)) + SequencesKt.count(regex.findAll(text, 0)) + regex.matches("ab c"));
    int[] made = {0};
    Lazy<String> lazy = LazyKt.lazy(() -> "made" + ++made[0]);
    System.out.println(lazy.isInitialized() + lazy.getValue() + lazy.getValue() + lazy);
    System.out.println(new Pair<>(1, "x") + "" + new Triple<>(1, 2.0, null) + TuplesKt.to("a", 1).component2() + new Pair<>(1, 2).equals(new Pair<>(1, 2)));
    kotlin.collections.ArrayDeque<Integer> deque = new kotlin.collections.ArrayDeque<>();
    for (int i = 0; i < 5000; i++) { deque.addFirst(i); if (i % 3 == 0) deque.removeLast(); }
    System.out.println(deque.size() + " " + deque.first() + deque.last() + deque.indexOf(4000));
    Object[] array = {5, 3, 9, 1};
    System.out.println(ArraysKt.joinToString(array, ",", "", "", -1, "", null) + ArraysKt.contains(array, 9) + ArraysKt.sum(new int[] {1, 2, 3}) + Arrays.toString(ArraysKt.sortedArray(new int[] {3, 1, 2})) + ArraysKt.asList(new double[] {1.5, 2}) + ArraysKt.contentDeepToString(new Object[] {new int[] {1}, "x"}));
    Map<String, Integer> map = MapsKt.mutableMapOf(TuplesKt.to("b", 2), TuplesKt.to("a", 1));
    System.out.println(MapsKt.toSortedMap(map) + "" + MapsKt.plus(map, TuplesKt.to("c", 3)) + MapsKt.getValue(map, "a") + SetsKt.minus(SetsKt.setOf(1, 2, 3), 2) + CollectionsKt.zip(Arrays.asList(1, 2), Arrays.asList("x", "y")) + CollectionsKt.flatten(Arrays.asList(Arrays.asList(1), Arrays.asList(2, 3))));
    Sequence<Integer> fibonacci = SequencesKt.sequence((scope, continuation) -> new Fibonacci(scope).next(continuation));
    System.out.println(SequencesKt.joinToString(SequencesKt.take(fibonacci, 1), ",", "", "", -1, "", null));
    try {
      MapsKt.getValue(map, "none");
    } catch (NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
    try {
      CollectionsKt.first(Collections.emptyList());
    } catch (NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(kotlin.math.MathKt.roundToInt(2.5) + " " + KotlinVersion.CURRENT.isAtLeast(1, 9) + kotlin.comparisons.ComparisonsKt.compareValues(1, null));
  }

  /** One element, then the end: a suspending lambda by hand. */
  static class Fibonacci {
    final SequenceScope<? super Integer> scope;
    Fibonacci(SequenceScope<? super Integer> scope) { this.scope = scope; }
    Object next(kotlin.coroutines.Continuation<? super Unit> continuation) { return ((SequenceScope<Integer>) (SequenceScope<?>) scope).yield(1, continuation); }
  }
}
