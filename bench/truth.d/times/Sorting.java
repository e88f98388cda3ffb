import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;

/** A sort by a comparator of ours, a sort of ours, and a search. */
public class Sorting {
  record Item(int key, String name) {}

  static final class ByName implements Comparator<Item> {
    @Override
    public int compare(Item a, Item b) {
      int order = a.name().compareTo(b.name());
      return order != 0 ? order : Integer.compare(a.key(), b.key());
    }
  }

  static void quick(int[] values, int from, int to) {
    while (from < to) {
      int middle = partition(values, from, to);
      quick(values, from, middle);
      from = middle + 1;
    }
  }

  static int partition(int[] values, int from, int to) {
    int pivot = values[(from + to) >>> 1];
    int i = from - 1;
    int j = to + 1;
    while (true) {
      do {
        i++;
      } while (values[i] < pivot);
      do {
        j--;
      } while (values[j] > pivot);
      if (i >= j) {
        return j;
      }
      int t = values[i];
      values[i] = values[j];
      values[j] = t;
    }
  }

  static int find(int[] values, int wanted) {
    int low = 0;
    int high = values.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < wanted) {
        low = middle + 1;
      } else if (values[middle] > wanted) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low;
  }

  static Item[] items(Random random, int count) {
    Item[] items = new Item[count];
    for (int i = 0; i < count; i++) {
      items[i] = new Item(random.nextInt(100), "name" + random.nextInt(2000));
    }
    return items;
  }

  public static void main(String[] args) {
    var random = new Random(1);
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      Item[] items = items(random, 20_000);
      Arrays.sort(items, new ByName());
      sum += items[7].key();
      int[] values = random.ints(120_000).toArray();
      quick(values, 0, values.length - 1);
      for (int i = 0; i < 200_000; i++) {
        sum += find(values, i * 9973);
      }
    }
    System.out.println(sum);
  }
}
