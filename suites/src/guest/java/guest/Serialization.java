// Not on ART: the one of the tests has no library for digests.
package guest;

import java.io.*;
import java.util.*;

/** Java serialization of guest classes; its default ids are digests, so those are asked too. */
public class Serialization {
  static class Base { int base = 1; Base() { System.out.println("Base()"); } }

  static class Node extends Base implements Serializable {
    private static final long serialVersionUID = 5;
    String name; transient int skipped = 7; Node next; final int[] numbers; Map<String, Object> map = new TreeMap<>();
    Node(String name, int... numbers) { this.name = name; this.numbers = numbers; base = 2; }
  }

  static class Custom implements Serializable {
    int x = 5;
    private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); out.writeUTF("extra"); }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); System.out.println("read " + in.readUTF() + x); }
  }

  static class Replaced implements Serializable { private Object writeReplace() { return "replacement"; } }

  static class Single implements Serializable {
    static final Single INSTANCE = new Single();
    private Object readResolve() { return INSTANCE; }
  }

  static class External implements Externalizable {
    int value;
    public External() {}
    @Override public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(value * 2); }
    @Override public void readExternal(ObjectInput in) throws IOException { value = in.readInt(); }
  }

  enum Kind { A, B { } }

  static class Unserializable { }
  static class NoId implements Serializable { int a; String b; static int c; void method() {} }

  @SuppressWarnings("unchecked")
  static <T> T copy(T object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(object); }
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) { return (T) in.readObject(); }
  }

  public static void main(String[] args) throws Exception {
    java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-256");
    System.out.println(new java.math.BigInteger(1, digest.digest("abc".getBytes("UTF-8"))).toString(16) + " " + UUID.nameUUIDFromBytes(new byte[] {1, 2, 3}));
    Node node = new Node("first", 1, 2, 3);
    node.next = new Node("second");
    node.next.next = node;
    node.map.put("k", Arrays.asList(1, "x", 2.5, null));
    node.skipped = 70;
    Node copied = copy(node);
    System.out.println(copied.name + copied.base + copied.skipped + Arrays.toString(copied.numbers) + copied.map + copied.next.name + (copied.next.next == copied));
    copy(new Custom());
    System.out.println((Object) copy((Object) new Replaced()) + " " + (copy(Single.INSTANCE) == Single.INSTANCE) + (copy(Kind.B) == Kind.B));
    External external = new External();
    external.value = 21;
    System.out.println(copy(external).value);
    try {
      copy(new Object[] {new Unserializable()});
    } catch (NotSerializableException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(ObjectStreamClass.lookup(Node.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(NoId.class).getFields().length + " " + ObjectStreamClass.lookup(NoId.class).getSerialVersionUID());
    System.out.println(copy(new HashMap<>(Collections.singletonMap("a", new int[][] {{1}}))).get("a")[0][0]);
  }
}
