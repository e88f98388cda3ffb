import com.google.gson.*;
import com.google.gson.annotations.*;
import com.google.gson.reflect.*;
import com.google.gson.stream.*;
import java.io.*;
import java.lang.reflect.Type;
import java.util.*;

/** JSON to objects and back, by reflection over guest classes. */
public class GsonDriver {
  enum Level { @SerializedName("lo") LOW, HIGH }
  static class Base { int id; protected String name = "base"; transient int skipped = 9; }
  static class Item extends Base {
    double price; Level level = Level.LOW; List<Item> children = new ArrayList<>(); Map<String, Integer> counts = new TreeMap<>(); int[][] grid = {{1, 2}, {3}};
    @SerializedName(value = "renamed", alternate = {"other"}) String field = "f"; @Expose Boolean flag; Long none; char c = 'x'; byte b = -1; float f = 1.5f; @Since(2.0) String late = "late"; Object any = 5;
    class Inner { int inner = 1; }
  }
  static class Box<T> { T value; List<T> all; }

  public static void main(String[] args) throws Exception {
    Gson gson = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
    Item root = new Item();
    Random random = new Random(3);
    for (int i = 0; i < 5; i++) {
      Item child = new Item();
      child.id = i;
      child.price = random.nextDouble() * 100;
      child.counts.put("k" + i, i);
      child.level = i % 2 == 0 ? Level.HIGH : Level.LOW;
      root.children.add(child);
    }
    String json = gson.toJson(root);
    // Dex code has fields in order of name, so the order of what is written is another.
    char[] sorted = json.toCharArray();
    Arrays.sort(sorted);
    System.out.println(json.length() + " " + Arrays.hashCode(sorted));
    Item copy = new Gson().fromJson(json, Item.class);
    System.out.println(gson.toJson(copy).equals(json) + " " + copy.children.get(3).price + copy.level + copy.grid[1][0] + copy.children.get(4).counts);
    Type type = new TypeToken<Map<String, List<Box<Integer>>>>() {}.getType();
    Map<String, List<Box<Integer>>> boxes = gson.fromJson("{\"a\":[{\"value\":1,\"all\":[1,2]},{\"value\":null}],\"b\":[]}", type);
    System.out.println(boxes.get("a").get(0).all.get(1) + " " + boxes.get("a").get(1).value + boxes.keySet() + type);
    JsonObject object = JsonParser.parseString("{\"x\":[1,2.5,1e3,\"s\",true,null,{\"y\":{}}],\"\\u00e9\":\"\\n\"}").getAsJsonObject();
    System.out.println(object + " " + object.getAsJsonArray("x").get(2).getAsInt() + object.get("é").getAsString().length());
    Gson custom = new GsonBuilder().registerTypeAdapter(Date.class, (JsonSerializer<Date>) (d, t, c) -> new JsonPrimitive(d.getTime())).registerTypeAdapterFactory(new TypeAdapterFactory() {
      @Override public <T> TypeAdapter<T> create(Gson g, TypeToken<T> t) {
        if (t.getRawType() != Base.class) return null;
        return new TypeAdapter<T>() {
          @Override public void write(JsonWriter out, T value) throws IOException { out.beginArray().value(((Base) value).id).endArray(); }
          @SuppressWarnings("unchecked") @Override public T read(JsonReader in) throws IOException { in.beginArray(); Base b = new Base(); b.id = in.nextInt(); in.endArray(); return (T) b; }
        };
      }
    }).setFieldNamingPolicy(FieldNamingPolicy.UPPER_CAMEL_CASE).setVersion(1.0).create();
    System.out.println(custom.toJson(new Object[] {new Date(5), new Base()}) + custom.toJson(new Item()).contains("Late") + custom.fromJson("[77]", Base.class).id);
    for (String bad : new String[] {"{", "[1,]x", "{\"id\":\"text\"}", "nul"}) {
      try {
        gson.fromJson(bad, Item.class);
        System.out.println("read " + bad);
      } catch (JsonParseException e) {
        System.out.println(e.getClass().getSimpleName());
      }
    }
    StringWriter text = new StringWriter();
    try (JsonWriter writer = new JsonWriter(text)) {
      writer.beginArray();
      for (int i = 0; i < 5000; i++) writer.beginObject().name("n").value(i).name("s").value("text \"" + i + "\"\u2028").name("d").value(i / 8.0).endObject();
      writer.endArray();
    }
    long sum = 0;
    try (JsonReader reader = new JsonReader(new StringReader(text.toString()))) {
      reader.beginArray();
      while (reader.hasNext()) {
        reader.beginObject();
        while (reader.hasNext()) {
          switch (reader.nextName()) {
            case "n": sum += reader.nextInt(); break;
            case "s": sum += reader.nextString().hashCode(); break;
            default: sum += Double.doubleToLongBits(reader.nextDouble());
          }
        }
        reader.endObject();
      }
      reader.endArray();
    }
    System.out.println(text.getBuffer().length() + " " + sum);
  }
}
