import com.badlogic.gdx.graphics.g2d.Gdx2DPixmap;
import com.badlogic.gdx.math.Matrix4;
import com.badlogic.gdx.utils.GdxNativesLoader;

/** Pixels and a product of matrices. */
class Main {
  public static void main(String[] names) throws Exception {
    GdxNativesLoader.load();
    Gdx2DPixmap map = new Gdx2DPixmap(20, 10, Gdx2DPixmap.GDX2D_FORMAT_RGBA8888);
    map.clear(0x102030ff);
    map.fillRect(5, 5, 10, 2, 0xff0000ff);
    System.out.println(Integer.toHexString(map.getPixel(0, 0)) + " " + Integer.toHexString(map.getPixel(6, 6)) + " " + Integer.toHexString(map.getPixel(15, 6)));
    float[] a = new Matrix4().setToTranslation(1, 2, 3).val;
    Matrix4.mul(a, new Matrix4().setToScaling(2, 3, 4).val);
    System.out.println(a[0] + " " + a[5] + " " + a[10] + " " + a[12] + " " + a[13] + " " + a[14]);
  }
}
