import java.util.Arrays;
import java.util.zip.CRC32;

/** Compressed and back; the checksum is of the JDK's. */
class Main {
  public static void main(String[] names) {
    byte[] text = new byte[1000000];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (i * i >> 7);
    }
    byte[] packed = com.github.luben.zstd.Zstd.compress(text, 9);
    byte[] back = com.github.luben.zstd.Zstd.decompress(packed, text.length);
    CRC32 crc = new CRC32();
    crc.update(back);
    System.out.println(Long.toHexString(crc.getValue()) + " " + Arrays.equals(text, back) + " " + (packed.length < text.length / 2));
    try {
      com.github.luben.zstd.Zstd.decompress(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 100);
    } catch (com.github.luben.zstd.ZstdException e) {
      System.out.println("refused");
    }
  }
}
