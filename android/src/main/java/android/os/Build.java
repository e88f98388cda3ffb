package android.os;

/** This "device": Android 11, made by Dexscope. */
@SuppressWarnings("MutablePublicArray")
public class Build {
  public static final String UNKNOWN = "unknown";
  public static final String ID = "DEXSCOPE";
  public static final String DISPLAY = "DEXSCOPE";
  public static final String PRODUCT = "dexscope";
  public static final String DEVICE = "dexscope";
  public static final String BOARD = "dexscope";
  public static final String MANUFACTURER = "Dexscope";
  public static final String BRAND = "dexscope";
  public static final String MODEL = "Dexscope VM";
  public static final String SOC_MANUFACTURER = UNKNOWN;
  public static final String SOC_MODEL = UNKNOWN;
  public static final String BOOTLOADER = UNKNOWN;
  public static final String RADIO = UNKNOWN;
  public static final String HARDWARE = "dexscope";
  public static final String SKU = UNKNOWN;
  public static final String ODM_SKU = UNKNOWN;
  public static final String SERIAL = UNKNOWN;
  public static final String[] SUPPORTED_ABIS = {abi()};
  public static final String[] SUPPORTED_32_BIT_ABIS = {};
  public static final String[] SUPPORTED_64_BIT_ABIS = {abi()};
  public static final String CPU_ABI = SUPPORTED_ABIS[0];
  public static final String CPU_ABI2 = "";
  public static final String TYPE = "userdebug";
  public static final String TAGS = "test-keys";
  public static final long TIME = 0;
  public static final String USER = "dexscope";
  public static final String HOST = "dexscope";

  public static final String FINGERPRINT =
      BRAND
          + "/"
          + PRODUCT
          + "/"
          + DEVICE
          + ":"
          + VERSION.RELEASE
          + "/"
          + ID
          + "/"
          + VERSION.INCREMENTAL
          + ":"
          + TYPE
          + "/"
          + TAGS;

  private static String abi() {
    return System.getProperty("os.arch").equals("aarch64") ? "arm64-v8a" : "x86_64";
  }

  public static String getSerial() {
    return UNKNOWN;
  }

  public static String getRadioVersion() {
    return null;
  }

  /** The version: the newest whose verifier's messages the VM uses. */
  public static class VERSION {
    public static final String INCREMENTAL = "1";
    public static final String RELEASE = "11";
    public static final String RELEASE_OR_CODENAME = RELEASE;
    public static final String RELEASE_OR_PREVIEW_DISPLAY = RELEASE;
    public static final String BASE_OS = "";
    public static final String SECURITY_PATCH = "";
    public static final String CODENAME = "REL";
    public static final String SDK = "30";
    public static final int SDK_INT = Integer.parseInt(SDK);
    public static final int PREVIEW_SDK_INT = 0;
    public static final int MEDIA_PERFORMANCE_CLASS = 0;
  }

  /** The numbers of versions. */
  public static class VERSION_CODES {
    public static final int CUR_DEVELOPMENT = 10000;
    public static final int BASE = 1;
    public static final int BASE_1_1 = 2;
    public static final int CUPCAKE = 3;
    public static final int DONUT = 4;
    public static final int ECLAIR = 5;
    public static final int ECLAIR_0_1 = 6;
    public static final int ECLAIR_MR1 = 7;
    public static final int FROYO = 8;
    public static final int GINGERBREAD = 9;
    public static final int GINGERBREAD_MR1 = 10;
    public static final int HONEYCOMB = 11;
    public static final int HONEYCOMB_MR1 = 12;
    public static final int HONEYCOMB_MR2 = 13;
    public static final int ICE_CREAM_SANDWICH = 14;
    public static final int ICE_CREAM_SANDWICH_MR1 = 15;
    public static final int JELLY_BEAN = 16;
    public static final int JELLY_BEAN_MR1 = 17;
    public static final int JELLY_BEAN_MR2 = 18;
    public static final int KITKAT = 19;
    public static final int KITKAT_WATCH = 20;
    public static final int LOLLIPOP = 21;
    public static final int LOLLIPOP_MR1 = 22;
    public static final int M = 23;
    public static final int N = 24;
    public static final int N_MR1 = 25;
    public static final int O = 26;
    public static final int O_MR1 = 27;
    public static final int P = 28;
    public static final int Q = 29;
    public static final int R = 30;
    public static final int S = 31;
    public static final int S_V2 = 32;
    public static final int TIRAMISU = 33;
    public static final int UPSIDE_DOWN_CAKE = 34;
  }
}
