package guest;

import java.util.*;

/** Enums with bodies, their maps, sets, switches and reflection. */
public class Enums {
  interface Scored { int score(); }

  enum Op implements Scored {
    PLUS("+") { @Override int apply(int a, int b) { return a + b; } },
    TIMES("*") { @Override int apply(int a, int b) { return a * b; } @Override public int score() { return 2; } },
    MINUS("-") { @Override int apply(int a, int b) { return a - b; } };

    final String symbol;
    static final Map<String, Op> BY_SYMBOL = new HashMap<>();
    static { for (Op op : values()) BY_SYMBOL.put(op.symbol, op); }

    Op(String symbol) { this.symbol = symbol; }
    abstract int apply(int a, int b);
    @Override public int score() { return 1; }
  }

  enum Empty {}
  enum One { ONLY }

  public static void main(String[] args) throws Exception {
    for (Op op : Op.values()) {
      System.out.println(op + op.symbol + op.ordinal() + " " + op.apply(6, 3) + " " + op.score() + " " + op.getClass().getName()
          + " " + op.getDeclaringClass().getSimpleName() + " " + op.getClass().isEnum() + op.getDeclaringClass().isEnum());
    }
    System.out.println(Op.valueOf("PLUS") == Op.BY_SYMBOL.get("+"));
    try {
      Op.valueOf("NONE");
    } catch (IllegalArgumentException e) {
      System.out.println("no NONE");
    }
    EnumMap<Op, List<Integer>> map = new EnumMap<>(Op.class);
    map.put(Op.MINUS, Arrays.asList(1, 2));
    map.put(Op.PLUS, new ArrayList<>());
    System.out.println(map + " " + map.containsKey(Op.TIMES) + " " + EnumSet.complementOf(EnumSet.of(Op.PLUS)) + EnumSet.noneOf(Empty.class));
    System.out.println(Op.PLUS.compareTo(Op.MINUS) + " " + Empty.values().length + Arrays.toString(Op.class.getEnumConstants()) + Enum.valueOf(One.class, "ONLY"));
    Op[] values = Op.values();
    values[0] = null;
    System.out.println(Op.values()[0] + " " + Op.class.getField("PLUS").isEnumConstant() + " " + One.ONLY.name());
    StringBuilder text = new StringBuilder();
    for (Op op : EnumSet.allOf(Op.class)) {
      switch (op) {
        case PLUS: text.append("p");
        case MINUS: text.append("m"); break;
        default: text.append("d");
      }
    }
    System.out.println(text);
    TreeMap<Op, Integer> sorted = new TreeMap<>(Comparator.reverseOrder());
    for (Op op : Op.values()) sorted.put(op, op.score());
    System.out.println(sorted);
  }
}
