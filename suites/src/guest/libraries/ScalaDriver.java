import scala.Function1;
import scala.Function2;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.*;
import scala.collection.mutable.ArrayBuffer;
import scala.math.BigInt;
import scala.math.Ordering;

/** scala-library from Java: its persistent and mutable collections, big numbers, regular expressions. */
public class ScalaDriver {
  /** Scala's own types are often wider or narrower than what Java sees of them. */
  @SuppressWarnings("unchecked")
  static <T> T as(Object o) {
    return (T) o;
  }

  public static void main(String[] args) {
    Seq<Integer> vector = as(Vector$.MODULE$.empty());
    for (int i = 0; i < 20000; i++) vector = as(vector.appended(i * 7 % 1001));
    Seq<Integer> updated = as(vector.updated(777, -5));
    System.out.println(vector.length() + " " + vector.apply(777) + updated.apply(777) + vector.take(5) + vector.hashCode());
    Function1<Integer, Object> even = n -> n % 2 == 0;
    Function1<Integer, Integer> square = n -> n * n;
    Function2<Integer, Integer, Integer> add = (a, b) -> a + b;
    Seq<Integer> squares = as(vector.map(square));
    System.out.println(vector.count(even) + " " + squares.foldLeft(0, add) + " " + vector.filter(even).hashCode() + vector.distinct().hashCode());
    Ordering<Integer> ordering = as(Ordering.Int$.MODULE$);
    Seq<Integer> sorted = as(vector.sorted(ordering));
    System.out.println(sorted.takeRight(3) + " " + vector.max(ordering) + vector.groupBy(n -> n % 5).size() + vector.sliding(1000, 1000).size() + vector.reverse().hashCode());
    HashMap<String, Integer> map = as(HashMap$.MODULE$.empty());
    for (int i = 0; i < 5000; i++) map = as(((MapOps<String, Integer, ?, ?>) map).updated("key" + i % 3000, i));
    System.out.println(map.size() + " " + map.apply("key77") + map.get("none") + map.contains("key5") + map.foldLeft(0, (a, b) -> a ^ b._2()));
    TreeMap<Integer, String> tree = as(TreeMap$.MODULE$.empty(ordering));
    for (int i = 0; i < 1000; i++) tree = as(((MapOps<Integer, String, ?, ?>) tree).updated(i * 37 % 997, "v" + i));
    System.out.println(tree.size() + " " + tree.head() + tree.last());
    Seq<Integer> list = as(List$.MODULE$.empty());
    for (int i = 0; i < 10; i++) list = as(list.prepended(i));
    System.out.println(list + " " + list.mkString("<", ",", ">") + list.tails().size() + list.span(n -> n > 5) + list.partition(even) + list.reduce(add));
    Set<Integer> set = as(vector.toSet());
    System.out.println(set.size() + " " + set.contains(500));
    ArrayBuffer<String> buffer = new ArrayBuffer<>();
    for (int i = 0; i < 2000; i++) buffer.addOne("s" + i);
    buffer.remove(5);
    buffer.insert(0, "first");
    System.out.println(buffer.length() + buffer.apply(0) + buffer.apply(1999) + buffer.hashCode());
    BigInt factorial = BigInt.apply(1);
    for (int i = 1; i <= 50; i++) factorial = factorial.$times(BigInt.apply(i));
    System.out.println(factorial + " " + factorial.pow(2).bitLength());
    Range range = Range$.MODULE$.inclusive(1, 100, 7);
    System.out.println(range.length() + " " + range.last() + range);
    LazyList<Object> numbers = LazyList$.MODULE$.from(1);
    System.out.println(numbers.apply(4) + " " + numbers.apply(1000));
    System.out.println(Option.apply("x").map(s -> s + "y") + "" + Option.apply(null) + new Tuple2<>(1, "b").swap() + new Tuple2<>(1, 2).equals(new Tuple2<>(1, 2)));
    scala.util.matching.Regex regex = new scala.util.matching.Regex("(\\d+)-(\\w+)", as(Nil$.MODULE$));
    System.out.println(regex.findAllIn("12-ab x 3-c").mkString(";") + " " + regex.replaceAllIn("1-a", "z"));
    scala.util.Try<Integer> tried = scala.util.Try$.MODULE$.apply(() -> Integer.parseInt("x"));
    System.out.println(tried.isFailure() + " " + tried.getOrElse(() -> 5));
    try {
      vector.apply(100000);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(new scala.util.Random(5).nextInt(1000) + " " + scala.util.hashing.MurmurHash3$.MODULE$.stringHash("text"));
  }
}
