import org.opencv.core.*;

/** Arithmetic of matrices, and an exception of C++. */
class Main {
  public static void main(String[] names) {
    System.loadLibrary("opencv_java4");
    System.out.println(Core.VERSION);
    Mat m = new Mat(2, 2, CvType.CV_64F);
    m.put(0, 0, 4, 7, 2, 6);
    System.out.println(Math.round(Core.determinant(m)));
    Mat inverse = m.inv();
    System.out.println(Math.round(inverse.get(0, 0)[0] * 10) + " " + Math.round(inverse.get(0, 1)[0] * 10));
    try {
      Core.determinant(new Mat(2, 3, CvType.CV_64F));
    } catch (CvException e) {
      System.out.println("CvException");
    }
  }
}
