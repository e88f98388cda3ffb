import com.google.common.base.*;
import com.google.common.cache.*;
import com.google.common.collect.*;
import com.google.common.graph.*;
import com.google.common.hash.*;
import com.google.common.io.*;
import com.google.common.math.*;
import com.google.common.primitives.*;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Collections, hashing, caches, graphs, text and numbers of guava. */
public class GuavaDriver {
  public static void main(String[] args) throws Exception {
    Random random = new Random(7);
    Multiset<String> words = TreeMultiset.create();
    ListMultimap<Integer, String> byLength = MultimapBuilder.treeKeys().arrayListValues().build();
    Table<Integer, Character, Long> table = TreeBasedTable.create();
    for (int i = 0; i < 20000; i++) {
      String word = Integer.toString(random.nextInt(5000), 36);
      words.add(word);
      byLength.put(word.length(), word);
      table.put(word.length(), word.charAt(0), (long) i);
    }
    System.out.println(words.elementSet().size() + " " + words.count("abc") + " " + Multisets.copyHighestCountFirst(words).iterator().next());
    System.out.println(byLength.keys().size() + " " + byLength.get(2).size() + " " + table.cellSet().size() + " " + table.row(2).get('a'));
    ImmutableMap.Builder<String, Integer> builder = ImmutableMap.builder();
    for (int i = 0; i < 3000; i++) builder.put("key" + i, i * i);
    ImmutableMap<String, Integer> map = builder.build();
    System.out.println(map.get("key77") + " " + map.hashCode() + " " + ImmutableSortedMap.copyOf(map).firstKey() + Maps.filterValues(map, v -> v % 2 == 0).size());
    BiMap<String, Integer> bi = HashBiMap.create(map);
    System.out.println(bi.inverse().get(100) + " " + ImmutableBiMap.copyOf(bi).inverse().size());
    RangeMap<Integer, String> ranges = TreeRangeMap.create();
    ranges.put(Range.closedOpen(0, 100), "a");
    ranges.put(Range.closed(50, 60), "b");
    System.out.println(ranges + " " + TreeRangeSet.create(Arrays.asList(Range.open(1, 5), Range.atLeast(3))) + ContiguousSet.create(Range.closed(1, 5), DiscreteDomain.integers()));
    System.out.println(Joiner.on('|').skipNulls().join("a", null, "b") + Splitter.on(',').trimResults().omitEmptyStrings().splitToList("a, b,,c") + CaseFormat.LOWER_CAMEL.to(CaseFormat.UPPER_UNDERSCORE, "someName") + Strings.padStart("7", 3, '0') + CharMatcher.inRange('0', '9').retainFrom("a1b2"));
    byte[] data = new byte[100000];
    random.nextBytes(data);
    System.out.println(Hashing.murmur3_128().hashBytes(data) + " " + Hashing.sha256().hashBytes(data) + " " + Hashing.crc32c().hashBytes(data) + " " + Hashing.sipHash24().hashString("x", StandardCharsets.UTF_8) + " " + Hashing.farmHashFingerprint64().hashBytes(data));
    System.out.println(BaseEncoding.base32().encode(Arrays.copyOf(data, 20)) + BaseEncoding.base64Url().omitPadding().decode("aGVsbG8").length);
    BloomFilter<CharSequence> bloom = BloomFilter.create(Funnels.unencodedCharsFunnel(), 1000, 0.01);
    for (int i = 0; i < 1000; i++) bloom.put("in" + i);
    int hits = 0;
    for (int i = 0; i < 1000; i++) if (bloom.mightContain("out" + i)) hits++;
    System.out.println(hits < 40);
    LoadingCache<Integer, String> cache = CacheBuilder.newBuilder().maximumSize(100).recordStats().build(CacheLoader.from(key -> "v" + key));
    for (int i = 0; i < 1000; i++) cache.get(i % 150);
    System.out.println(cache.size() + " " + cache.stats().requestCount() + cache.get(3));
    MutableValueGraph<Integer, Double> graph = ValueGraphBuilder.directed().build();
    for (int i = 0; i < 300; i++) graph.putEdgeValue(i, (i * 7 + 1) % 300 == i ? (i + 1) % 300 : (i * 7 + 1) % 300, i / 2.0);
    System.out.println(graph.nodes().size() + " " + graph.edges().size() + " " + Graphs.reachableNodes(graph.asGraph(), 5).size() + Graphs.hasCycle(graph.asGraph()));
    System.out.println(LongMath.binomial(40, 17) + " " + BigIntegerMath.factorial(25) + IntMath.sqrt(1000, RoundingMode.CEILING) + DoubleMath.roundToInt(2.5, RoundingMode.HALF_EVEN) + LongMath.isPrime(1000003));
    System.out.println(Ints.asList(3, 1, 2) + Ints.join(",", Ints.concat(new int[] {1}, new int[] {2})) + UnsignedLongs.toString(-1) + Ints.tryParse("12") + Doubles.max(1, 3, 2) + Bytes.indexOf(new byte[] {1, 2}, (byte) 2) + Longs.hashCode(1L << 40));
    System.out.println(Lists.partition(Lists.reverse(Arrays.asList(1, 2, 3, 4, 5)), 2) + "" + Sets.powerSet(ImmutableSet.of(1, 2, 3)).size() + Sets.cartesianProduct(ImmutableSet.of(1, 2), ImmutableSet.of(3)) + Iterables.getLast(Iterables.concat(Arrays.asList(1), Arrays.asList(2))));
    System.out.println(Ordering.natural().nullsFirst().reverse().sortedCopy(Arrays.asList(3, null, 1)) + "" + ComparisonChain.start().compare(1, 2).compare("a", "b").result() + MoreObjects.toStringHelper("T").add("x", 1).toString() + com.google.common.base.Optional.fromNullable(null).or("none"));
    System.out.println(CharStreams.readLines(new java.io.StringReader("a\nb\nc")) + "" + ByteSource.wrap(data).slice(10, 50).hash(Hashing.adler32()));
    try {
      Preconditions.checkArgument(false, "wrong %s", 5);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    Interner<String> interner = Interners.newStrongInterner();
    System.out.println(interner.intern(new String("a")) == interner.intern(new String("a")));
    MinMaxPriorityQueue<Integer> queue = MinMaxPriorityQueue.maximumSize(10).create();
    for (int i = 0; i < 1000; i++) queue.add(random.nextInt(10000));
    System.out.println(queue.peekFirst() + " " + queue.peekLast() + EvictingQueue.create(3).remainingCapacity());
  }
}
