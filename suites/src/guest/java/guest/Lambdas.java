package guest;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Lambdas and method references of every kind, and streams over them. */
public class Lambdas {
  interface Tri<A, B, C, R> { R apply(A a, B b, C c); default Tri<A, B, C, String> text() { return (a, b, c) -> "<" + apply(a, b, c) + ">"; } }
  interface LongOp { long apply(int a, long b, double c); }
  interface Varargs { String join(String... parts); }
  interface Marked extends Runnable, java.io.Serializable {}

  final int base;
  Lambdas(int base) { this.base = base; }
  Lambdas() { this(77); }
  int add(int x) { return base + x; }
  static int twice(int x) { return x * 2; }
  private String secret(String s) { return s + base; }
  Supplier<String> captured(String s) { return () -> secret(s) + this.base; }
  @Override public String toString() { return "Lambdas " + base; }

  public static void main(String[] args) throws Exception {
    IntUnaryOperator one = x -> x + 1;
    IntUnaryOperator two = Lambdas::twice;
    IntUnaryOperator three = new Lambdas(100)::add;
    System.out.println(one.andThen(two).compose(three).applyAsInt(5));
    Function<Integer, Lambdas> create = Lambdas::new;
    Supplier<Lambdas> empty = Lambdas::new;
    IntFunction<int[][]> arrays = int[][]::new;
    System.out.println(create.apply(3) + " " + empty.get() + " " + arrays.apply(4).length);
    BiFunction<String, Integer, Character> unbound = String::charAt;
    System.out.println(unbound.apply("text", 2) + new Lambdas(1).captured("s").get());
    Tri<Integer, Long, Double, Double> tri = (a, b, c) -> a + b * c;
    System.out.println(tri.text().apply(1, 2L, 3.5));
    LongOp op = (a, b, c) -> (long) (a + b + c);
    System.out.println(op.apply(1, 1L << 33, 0.75));
    Varargs join = Lambdas::joined;
    System.out.println(join.join("a", "b", "c") + join.join());
    int[] counter = new int[1];
    Runnable run = () -> counter[0]++;
    run.run();
    ((Runnable) (Marked) () -> counter[0] += 10).run();
    System.out.println(counter[0]);
    Supplier<Supplier<Supplier<String>>> nested = () -> () -> () -> "nested" + counter[0];
    System.out.println(nested.get().get().get());
    ToLongFunction<Integer> widened = Integer::longValue;
    Function<Object, String> loose = String::valueOf;
    Predicate<String> isEmpty = String::isEmpty;
    System.out.println(widened.applyAsLong(5) + loose.apply(null) + isEmpty.negate().or(s -> true).test(""));
    Consumer<List<? super Integer>> filler = list -> IntStream.range(0, 5).forEach(list::add);
    List<Object> filled = new ArrayList<>();
    filler.accept(filled);
    System.out.println(filled);
    System.out.println(IntStream.rangeClosed(1, 100).filter(x -> x % 3 == 0).mapToObj(Integer::toString).collect(Collectors.joining(",")));
    System.out.println(Stream.of("pear", "fig", "apple", "kiwi").sorted(Comparator.comparing(String::length).thenComparing(Function.identity())).collect(Collectors.toList()));
    Map<Integer, List<Character>> grouped = Stream.of("pear", "fig", "apple", "kiwi").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.mapping(s -> s.charAt(0), Collectors.toList())));
    System.out.println(grouped);
    System.out.println(Stream.iterate(1L, x -> x * 3).limit(20).reduce(0L, Long::sum) + " " + DoubleStream.of(1, 2, 3).average().getAsDouble());
    Optional<String> optional = Optional.of("x").map(s -> s + s).filter(s -> s.length() == 2);
    System.out.println(optional.orElseGet(() -> "none") + Optional.ofNullable((String) null).isPresent());
    Map<String, Integer> counts = new TreeMap<>();
    for (String w : "a b a c b a".split(" ")) counts.merge(w, 1, Integer::sum);
    counts.computeIfAbsent("d", k -> 9);
    counts.replaceAll((k, v) -> v * 10);
    System.out.println(counts);
    Function<Integer, Integer>[] fib = new Function[1];
    fib[0] = n -> n < 2 ? n : fib[0].apply(n - 1) + fib[0].apply(n - 2);
    System.out.println(fib[0].apply(20));
    try {
      ((Function) (Function<String, Integer>) String::length).apply(5);
    } catch (ClassCastException e) {
      System.out.println("cast");
    }
    System.out.println(IntStream.range(0, 1000).parallel().mapToLong(x -> x * x).sum());
  }

  static String joined(String... parts) { return String.join("-", parts) + parts.length; }
}
