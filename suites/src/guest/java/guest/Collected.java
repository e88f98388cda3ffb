package guest;

import java.lang.ref.*;
import java.math.*;
import java.util.*;

/** The class library at work from guest code: collections, big numbers, sorting, text, references. */
public class Collected {
  static class Key implements Comparable<Key> {
    final int value;
    Key(int value) { this.value = value; }
    @Override public boolean equals(Object o) { return o instanceof Key && ((Key) o).value == value; }
    @Override public int hashCode() { return value % 50; }
    @Override public int compareTo(Key o) { return Integer.compare(value, o.value); }
    @Override public String toString() { return "k" + value; }
  }

  static class Lru extends LinkedHashMap<Integer, String> {
    Lru() { super(16, 0.75f, true); }
    @Override protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) { return size() > 3; }
  }

  public static void main(String[] args) throws Exception {
    Random random = new Random(42);
    Map<Key, Integer> hash = new HashMap<>();
    TreeMap<Key, Integer> tree = new TreeMap<>();
    PriorityQueue<Key> queue = new PriorityQueue<>(Comparator.reverseOrder());
    for (int i = 0; i < 20000; i++) {
      Key key = new Key(random.nextInt(3000));
      hash.merge(key, i, (a, b) -> a ^ b);
      tree.put(key, i);
      queue.add(key);
    }
    long sum = 0;
    for (Map.Entry<Key, Integer> e : hash.entrySet()) sum += e.getKey().value * 31L + e.getValue();
    System.out.println(hash.size() + " " + sum + tree.firstKey() + tree.lastEntry() + tree.headMap(new Key(10)).size() + queue.poll() + queue.size());
    Key[] keys = new Key[5000];
    for (int i = 0; i < keys.length; i++) keys[i] = new Key(random.nextInt());
    Arrays.sort(keys);
    int[] ints = random.ints(5000).toArray();
    Arrays.sort(ints);
    System.out.println(keys[0] + " " + keys[4999] + ints[0] + Arrays.binarySearch(ints, ints[777]) + Arrays.hashCode(ints));
    Lru lru = new Lru();
    for (int i = 0; i < 5; i++) { lru.put(i, "v" + i); lru.get(2); }
    System.out.println(lru);
    List<Integer> list = new LinkedList<>(Arrays.asList(3, 1, 2));
    Collections.sort(list);
    ListIterator<Integer> iterator = list.listIterator();
    while (iterator.hasNext()) { int v = iterator.next(); if (v == 2) iterator.remove(); else iterator.add(v * 10); }
    System.out.println(list + " " + Collections.max(list) + Collections.unmodifiableList(list).subList(1, 2));
    try {
      for (Integer v : list) list.remove(v);
    } catch (ConcurrentModificationException e) {
      System.out.println("modified");
    }
    BigInteger factorial = BigInteger.ONE;
    for (int i = 1; i <= 100; i++) factorial = factorial.multiply(BigInteger.valueOf(i));
    System.out.println(factorial.mod(BigInteger.valueOf(1000000007)) + " " + factorial.bitLength() + " " + factorial.toString().length() + new BigDecimal("1").divide(new BigDecimal("7"), 30, RoundingMode.HALF_UP) + BigInteger.valueOf(3).modPow(BigInteger.valueOf(1000), BigInteger.valueOf(1009)));
    BitSet bits = new BitSet();
    for (int i = 0; i < 1000; i += 7) bits.set(i);
    System.out.println(bits.cardinality() + " " + bits.nextClearBit(7) + new StringTokenizer("a b,c", " ,").countTokens() + new Scanner("12 x 3.5").nextInt());
    WeakReference<Object> weak = new WeakReference<>(keys);
    SoftReference<String> soft = new SoftReference<>("soft");
    System.out.println((weak.get() == keys) + soft.get() + new IdentityHashMap<>(Collections.singletonMap(keys[0], 1)).containsKey(new Key(keys[0].value)));
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update("checksum".getBytes("UTF-8"));
    System.out.println(crc.getValue() + " " + Base64.getEncoder().encodeToString("text".getBytes("UTF-8")));
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (java.util.zip.GZIPOutputStream gzip = new java.util.zip.GZIPOutputStream(bytes)) { for (int i = 0; i < 1000; i++) gzip.write(i); }
    try (java.util.zip.GZIPInputStream in = new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray()))) { int total = 0; for (int b = in.read(); b >= 0; b = in.read()) total += b; System.out.println(total); }
    java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocate(64).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(1).putLong(2).putDouble(3.5).putChar('x').flip();
    System.out.println(buffer.remaining() + " " + buffer.getInt() + buffer.getLong() + buffer.getDouble() + buffer.getChar());
  }
}
