import com.tencent.mmkv.MMKV;

/** What was written is read, also after the store was closed. */
class Main {
  public static void main(String[] names) {
    MMKV.initialize(System.getProperty("user.dir") + "/store");
    MMKV store = MMKV.mmkvWithID("one", MMKV.SINGLE_PROCESS_MODE, "key of 16 bytes!");
    for (int i = 0; i < 10000; i++) {
      store.encode("key " + i, i * 3);
    }
    store.encode("text", "h\u00e9llo");
    store.close();
    MMKV again = MMKV.mmkvWithID("one", MMKV.SINGLE_PROCESS_MODE, "key of 16 bytes!");
    System.out.println(again.count() + " " + again.decodeInt("key 777") + " " + again.decodeString("text").length());
  }
}
