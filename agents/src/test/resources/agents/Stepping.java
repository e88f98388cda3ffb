/** Calls methods of the platform that an agent steps through. */
public class Stepping {
  static int walked(int by) {
    int rest = Math.floorMod(by - 5, 3);
    return rest + Math.abs(by);
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += walked(i);
    }
    System.out.println("sum " + sum);
  }
}
