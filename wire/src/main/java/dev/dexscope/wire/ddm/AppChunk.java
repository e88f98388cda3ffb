package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chunks about a VM and the program in it. */
public sealed interface AppChunk extends Chunk {

  /** {@code HELO} to a VM: the version of the protocol, 1. */
  record Greeting(int version) implements AppChunk {
    static Greeting read(WireReader in) {
      return new Greeting(in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("HELO");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(version);
    }
  }

  /**
   * {@code HELO} of a VM. Each generation has added fields at the end; if one is absent (null), so
   * are those after it.
   *
   * @param user since 2012
   * @param abi since 2014, {@code 64-bit (x86_64)}
   * @param flags since 2014, {@code CheckJNI=false}
   * @param nativeDebuggable since 2016, 0 or 1
   * @param packageName since 2019
   * @param stage since 2023, later removed: four letters
   */
  record Hello(
      int version,
      int pid,
      String vm,
      String name,
      @Nullable Integer user,
      @Nullable String abi,
      @Nullable String flags,
      @Nullable Integer nativeDebuggable,
      @Nullable String packageName,
      @Nullable Integer stage)
      implements AppChunk {

    public Hello {
      boolean hasGap =
          (user == null && abi != null)
              || (abi == null && flags != null)
              || (flags == null && nativeDebuggable != null)
              || (nativeDebuggable == null && packageName != null)
              || (packageName == null && stage != null);
      if (hasGap) {
        throw new IllegalArgumentException("a field of HELO follows one that is absent");
      }
    }

    /** Returns the message of the first Android. */
    public static Hello first(int pid, String vm, String name) {
      return new Hello(1, pid, vm, name, null, null, null, null, null, null);
    }

    static Hello read(WireReader in) {
      int version = in.i4();
      int pid = in.i4();
      long vmLength = in.u4();
      long nameLength = in.u4();
      String vm = in.chars(vmLength);
      String name = in.chars(nameLength);
      Integer user = in.remaining() == 0 ? null : (Integer) in.i4();
      String abi = in.remaining() == 0 ? null : in.text();
      String flags = in.remaining() == 0 ? null : in.text();
      Integer nativeDebuggable = in.remaining() == 0 ? null : (Integer) in.u1();
      String packageName = in.remaining() == 0 ? null : in.text();
      Integer stage = in.remaining() == 0 ? null : (Integer) in.i4();
      return new Hello(
          version, pid, vm, name, user, abi, flags, nativeDebuggable, packageName, stage);
    }

    @Override
    public int type() {
      return ChunkType.of("HELO");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(version).i4(pid).i4(vm.length()).i4(name.length()).chars(vm).chars(name);
      if (user != null) {
        out.i4(user);
      }
      if (abi != null) {
        out.text(abi);
      }
      if (flags != null) {
        out.text(flags);
      }
      if (nativeDebuggable != null) {
        out.u1(nativeDebuggable);
      }
      if (packageName != null) {
        out.text(packageName);
      }
      if (stage != null) {
        out.i4(stage);
      }
    }
  }

  /** {@code FEAT} of a VM: {@code method-trace-profiling}, {@code hprof-heap-dump} ... */
  record Features(List<String> names) implements AppChunk {
    public Features {
      names = List.copyOf(names);
    }

    static Features read(WireReader in) {
      return new Features(Texts.read(in));
    }

    @Override
    public int type() {
      return ChunkType.of("FEAT");
    }

    @Override
    public void writeTo(WireWriter out) {
      Texts.write(out, names);
    }
  }

  /**
   * {@code APNM}: the program has its name.
   *
   * @param user absent before 2012
   * @param packageName absent before 2019
   */
  record Name(String name, @Nullable Integer user, @Nullable String packageName)
      implements AppChunk {
    public Name {
      if (user == null && packageName != null) {
        throw new IllegalArgumentException("the package of APNM follows the user");
      }
    }

    static Name read(WireReader in) {
      String name = in.text();
      Integer user = in.remaining() == 0 ? null : (Integer) in.i4();
      String packageName = in.remaining() == 0 ? null : in.text();
      return new Name(name, user, packageName);
    }

    @Override
    public int type() {
      return ChunkType.of("APNM");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.text(name);
      if (user != null) {
        out.i4(user);
      }
      if (packageName != null) {
        out.text(packageName);
      }
    }
  }

  /** {@code WAIT}: the program waits for a debugger. */
  record Waiting(int reason) implements AppChunk {
    static Waiting read(WireReader in) {
      return new Waiting(in.u1());
    }

    @Override
    public int type() {
      return ChunkType.of("WAIT");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.u1(reason);
    }
  }

  /** {@code STAG}: how far the start has come: BOOT, ATCH, BIND, NAMD, DEBG, A_GO. */
  record Stage(int stage) implements AppChunk {
    static Stage read(WireReader in) {
      return new Stage(in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("STAG");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(stage);
    }
  }

  /** {@code EXIT} to a VM. */
  record Exit(int status) implements AppChunk {
    static Exit read(WireReader in) {
      return new Exit(in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("EXIT");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(status);
    }
  }
}
