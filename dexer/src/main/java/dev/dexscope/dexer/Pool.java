package dev.dexscope.dexer;

import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.DoubleEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.FloatEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import org.jspecify.annotations.Nullable;

/** The constant pool of a class, with the names in it as dex files have them; each is made once. */
final class Pool {
  private final ConstantPool pool;
  private final Names names;
  private final @Nullable Object[] made;

  Pool(ConstantPool pool, Names names) {
    this.pool = pool;
    this.names = names;
    this.made = new Object[pool.size()];
  }

  /** The descriptor of a class or array that an internal name names. */
  String descriptor(String internalName) {
    return names.descriptor(internalName);
  }

  String type(int index) {
    Object known = made[index];
    if (known == null) {
      known = descriptor(pool.entryByIndex(index, ClassEntry.class).asInternalName());
      made[index] = known;
    }
    return (String) known;
  }

  MethodRef method(int index) {
    Object known = made[index];
    if (known == null) {
      MemberRefEntry entry = member(index);
      known =
          new MethodRef(
              descriptor(entry.owner().asInternalName()),
              entry.name().stringValue(),
              proto(entry.type().stringValue()));
      made[index] = known;
    }
    return (MethodRef) known;
  }

  FieldRef field(int index) {
    Object known = made[index];
    if (known == null) {
      FieldRefEntry entry = pool.entryByIndex(index, FieldRefEntry.class);
      known =
          new FieldRef(
              descriptor(entry.owner().asInternalName()),
              entry.name().stringValue(),
              names.type(entry.type().stringValue()));
      made[index] = known;
    }
    return (FieldRef) known;
  }

  Proto proto(String descriptor) {
    return names.proto(descriptor);
  }

  MemberRefEntry member(int index) {
    return pool.entryByIndex(index, MemberRefEntry.class);
  }

  InvokeDynamicEntry dynamic(int index) {
    return pool.entryByIndex(index, InvokeDynamicEntry.class);
  }

  LoadableConstantEntry constant(int index) {
    return pool.entryByIndex(index, LoadableConstantEntry.class);
  }

  /** Returns the kind of a constant that is loaded: that of a number, or of an object. */
  static byte kind(LoadableConstantEntry constant) {
    return switch (constant.typeKind()) {
      case INT -> Kind.INT;
      case LONG -> Kind.LONG;
      case FLOAT -> Kind.FLOAT;
      case DOUBLE -> Kind.DOUBLE;
      default -> Kind.REFERENCE;
    };
  }

  /** Returns the bits of a number. */
  static long bits(LoadableConstantEntry number) {
    if (number instanceof IntegerEntry value) {
      return value.intValue();
    } else if (number instanceof LongEntry value) {
      return value.longValue();
    } else if (number instanceof FloatEntry value) {
      return Float.floatToRawIntBits(value.floatValue());
    } else if (number instanceof DoubleEntry value) {
      return Double.doubleToRawLongBits(value.doubleValue());
    }
    throw new IllegalArgumentException("no number: " + number);
  }
}
