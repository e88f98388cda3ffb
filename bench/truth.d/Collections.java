package truth;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collections, which take some exceptions of their elements for an answer. */
final class Collections {
  private Collections() {}

  static final class Sets extends AbstractSet<String> {
    @Override
    public boolean contains(Object o) {
      Work.some(1);
      throw new ClassCastException();
    }

    @Override
    public Iterator<String> iterator() {
      Work.some(1);
      return Arrays.asList("a", "b").iterator();
    }

    @Override
    public int size() {
      Work.some(1);
      Work.some(2);
      return 2;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static final class Picky implements Comparator<String> {
      @Override
      public int compare(String a, String b) {
        Work.some(1);
        if (a.equals("x") || b.equals("x")) {
          throw new NullPointerException();
        }
        return a.compareTo(b);
      }
    }

    static void go() {
      Set<String> other = new HashSet<>(Arrays.asList("a", "b"));
      new Sets().equals(other);
      after();
      Set<String> sorted = new TreeSet<>(new Picky());
      sorted.add("a");
      sorted.add("b");
      sorted.equals(new HashSet<>(Arrays.asList("a", "x")));
      after();
    }
  }

  static final class Maps extends AbstractMap<Object, Object> {
    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
      Work.some(1);
      Map<Object, Object> map = new HashMap<>();
      map.put("a", "b");
      return map.entrySet();
    }

    @Override
    public Object get(Object key) {
      Work.some(1);
      throw new ClassCastException();
    }

    static final class Value {
      private final int number;

      Value(int number) {
        this.number = number;
        Work.some(1);
      }

      @Override
      public boolean equals(Object o) {
        Work.some(1);
        if (number == 3) {
          throw new ClassCastException();
        }
        return o instanceof Value && ((Value) o).number == number;
      }

      @Override
      public int hashCode() {
        Work.some(1);
        return number;
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static void compare(Map<String, Value> a, Map<String, Value> b) {
      for (int i = 2; i < 5; i++) {
        a.put("k", new Value(i));
        b.put("k", new Value(i));
        a.equals(b);
        after();
      }
    }

    static void go() {
      Map<String, String> one = new HashMap<>();
      one.put("a", "b");
      one.equals(new Maps());
      after();
      compare(new HashMap<>(), new TreeMap<>());
      compare(new Hashtable<>(), new HashMap<>());
      compare(new ConcurrentSkipListMap<>(), new HashMap<>());
      after();
    }
  }

  static final class Sorts implements Comparable<Sorts> {
    private final int number;

    Sorts(int number) {
      this.number = number;
      Work.some(1);
    }

    @Override
    public int compareTo(Sorts o) {
      Work.some(1);
      if (number == 7) {
        throw new IllegalStateException();
      }
      return Integer.compare(number, o.number);
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      for (int max = 5; max < 10; max++) {
        TreeMap<Sorts, Integer> map = new TreeMap<>();
        List<Sorts> list = new ArrayList<>();
        for (int i = 0; i < max; i++) {
          list.add(new Sorts(i));
        }
        try {
          java.util.Collections.sort(list);
          after();
          list.forEach(each -> map.put(each, 1));
        } catch (IllegalStateException e) {
          after();
        }
        after();
      }
    }
  }

  static final class Iterates implements Iterable<Object> {
    private final int length;

    Iterates(int length) {
      this.length = length;
      Work.some(1);
    }

    @Override
    public Iterator<Object> iterator() {
      Work.some(1);
      return new Iterator<Object>() {
        private int next;

        @Override
        public boolean hasNext() {
          Work.some(1);
          return true;
        }

        @Override
        public Object next() {
          Work.some(1);
          if (next == length) {
            throw new NoSuchElementException();
          }
          return next++;
        }
      };
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      for (int i = 0; i < 4; i++) {
        Iterates all = new Iterates(i);
        try {
          for (Object each : all) {
            Work.some(each.hashCode());
          }
        } catch (NoSuchElementException e) {
          after();
        }
        try {
          all.forEach(each -> Work.some(each.hashCode()));
        } catch (NoSuchElementException e) {
          after();
        }
        after();
      }
    }
  }

  static final class Queues {
    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static int compare(Integer a, Integer b) {
      Work.some(1);
      if (a == 5 && b < 3) {
        throw new ArithmeticException();
      }
      return a - b;
    }

    static void go() {
      PriorityQueue<Integer> queue = new PriorityQueue<>(Queues::compare);
      for (int i : new int[] {4, 9, 2, 7, 5, 1, 5, 3}) {
        try {
          queue.add(i);
        } catch (ArithmeticException e) {
          after();
        }
        after();
      }
      while (!queue.isEmpty()) {
        try {
          queue.poll();
        } catch (ArithmeticException e) {
          after();
        }
      }
      after();
    }
  }

  /** Streams in the same thread. */
  static final class Lazy {
    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static String text(int i) {
      Work.some(i);
      if (i == 3) {
        throw new UnsupportedOperationException();
      }
      return "n" + i;
    }

    static void go() {
      for (int i = 2; i < 5; i++) {
        try {
          Stream.of(1, 2, i).map(Lazy::text).collect(Collectors.toList());
        } catch (UnsupportedOperationException e) {
          after();
        }
        try (Stream<Integer> closing = Stream.of(1).onClose(Lazy::fail).onClose(Lazy::fail)) {
          closing.forEach(Work::some);
        } catch (IllegalStateException e) {
          // The second one is suppressed by the platform.
          after();
        }
        after();
      }
    }

    private static void fail() {
      Work.some(1);
      throw new IllegalStateException();
    }
  }

  static final class Tables {
    private final int number;

    Tables(int number) {
      this.number = number;
      Work.some(1);
    }

    @Override
    public int hashCode() {
      Work.some(1);
      if (number == 2) {
        throw new IllegalStateException();
      }
      return 1;
    }

    @Override
    public boolean equals(Object o) {
      Work.some(1);
      if (number == 3) {
        throw new IllegalStateException();
      }
      return o == this;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      Map<Tables, Integer> map = new HashMap<>();
      for (int i = 0; i < 5; i++) {
        try {
          map.computeIfAbsent(new Tables(i), each -> each.number / (each.number - 4));
        } catch (IllegalStateException | ArithmeticException e) {
          after();
        }
        after();
      }
    }
  }
}
