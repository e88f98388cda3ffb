package guest;

/** Dense, sparse, string and enum switches, with and without falling through. */
public class Switches {
  enum Colour { RED, GREEN, BLUE, BLACK }

  public static void main(String[] args) {
    int[] keys = {
      Integer.MIN_VALUE, -1000000, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100, 1000, 65536, 1000000, Integer.MAX_VALUE - 1,
      Integer.MAX_VALUE
    };
    StringBuilder line = new StringBuilder();
    for (int key : keys) {
      line.append(dense(key)).append(',').append(sparse(key)).append(',').append(low(key)).append(',').append(high(key)).append(' ');
    }
    System.out.println(line);
    for (String word : new String[] {"", "a", "Aa", "BB", "AaBB", "BBAa", "longer words", "none"}) {
      System.out.println(word + " " + string(word));
    }
    for (Colour colour : Colour.values()) {
      System.out.println(colour + " " + enumerated(colour));
    }
    for (char c = 'a'; c < 'h'; c++) {
      System.out.print(character(c));
    }
    System.out.println();
    try {
      enumerated(null);
    } catch (NullPointerException e) {
      System.out.println("null enum");
    }
    try {
      string(null);
    } catch (NullPointerException e) {
      System.out.println("null string");
    }
    int state = 0;
    int steps = 0;
    loop:
    while (true) {
      steps++;
      switch (state) {
        case 0: state = 3; continue;
        case 1: state = 7; break;
        case 3: state = 1;
        case 4: if (steps > 50) break loop; else break;
        case 7: state = steps > 20 ? 9 : 0; break;
        default: break loop;
      }
    }
    System.out.println(state + " " + steps);
  }

  static int dense(int key) {
    switch (key) {
      case 0: return 10;
      case 1: return 11;
      case 2:
      case 3: return 23;
      case 4: return 14;
      case 6: return 16;
      case 10: return 20;
      default: return -1;
    }
  }

  static int sparse(int key) {
    int result = 0;
    switch (key) {
      case -1000000: result += 1;
      case 1000: result += 2; break;
      case Integer.MIN_VALUE: result = 3; break;
      case Integer.MAX_VALUE: result = 4; break;
      case 65536: return 5;
      default: result = 6;
    }
    return result;
  }

  static int low(int key) {
    switch (key) {
      case Integer.MIN_VALUE: return 1;
      case Integer.MIN_VALUE + 1: return 2;
      case Integer.MIN_VALUE + 2: return 3;
      default: return 0;
    }
  }

  static int high(int key) {
    switch (key) {
      case Integer.MAX_VALUE: return 1;
      case Integer.MAX_VALUE - 1: return 2;
      case Integer.MAX_VALUE - 2: return 3;
      default: return 0;
    }
  }

  static int string(String word) {
    switch (word) {
      case "": return 0;
      case "a": return 1;
      case "Aa": return 2;
      case "BB": return 3;
      case "AaBB": return 4;
      case "longer words": return 5;
      default: return -1;
    }
  }

  static String enumerated(Colour colour) {
    switch (colour) {
      case RED: return "warm";
      case GREEN:
      case BLUE: return "cold";
      default: return "none";
    }
  }

  static int character(char c) {
    switch (c) {
      case 'a': return 1;
      case 'c': return 2;
      case 'e': return 3;
      default: return 0;
    }
  }
}
