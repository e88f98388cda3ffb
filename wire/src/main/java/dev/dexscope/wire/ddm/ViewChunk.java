package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.List;

/** Chunks about the content of the screen. */
public sealed interface ViewChunk extends Chunk {

  /** {@code VULW} that a VM replies: its windows. */
  record Windows(List<String> names) implements ViewChunk {
    public Windows {
      names = List.copyOf(names);
    }

    static Windows read(WireReader in) {
      return new Windows(Texts.read(in));
    }

    @Override
    public int type() {
      return ChunkType.of("VULW");
    }

    @Override
    public void writeTo(WireWriter out) {
      Texts.write(out, names);
    }
  }

  /**
   * {@code VURT} or {@code VUOP} to a VM: to show or change the views below a root.
   *
   * @param operation of VURT: 1 hierarchy, 2 layers, 3 theme. Those of VUOP from 3 on differ
   *     between releases of Android, so that their arguments stay bytes.
   */
  record ViewRequest(int type, int operation, String root, byte[] arguments) implements ViewChunk {
    static ViewRequest read(int type, WireReader in) {
      return new ViewRequest(type, in.i4(), in.text(), in.rest());
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(operation).text(root).bytes(arguments);
    }
  }

  /** {@code VUGL} to a VM: whether to trace its calls of OpenGL. */
  record OpenGlTracing(int on) implements ViewChunk {
    static OpenGlTracing read(WireReader in) {
      return new OpenGlTracing(in.i4());
    }

    @Override
    public int type() {
      return ChunkType.of("VUGL");
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(on);
    }
  }
}
