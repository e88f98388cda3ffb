// expect: factorial.*(big numbers|BigInteger)
import java.math.*;

/** A planted cause: see the first line. */
public final class BigNumbers {
  public static void main(String[] args) throws Exception {
    System.out.println(factorial(12_000).bitLength());
    System.out.println(factorial(11_000).toString().length());
  }

  static BigInteger factorial(int n) {
    BigInteger product = BigInteger.ONE;
    for (int i = 2; i <= n; i++) {
      product = product.multiply(BigInteger.valueOf(i));
    }
    return product;
  }
}
