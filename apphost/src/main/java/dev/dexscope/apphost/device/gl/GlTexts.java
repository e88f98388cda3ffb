package dev.dexscope.apphost.device.gl;

import dev.dexscope.apphost.device.phone.Replaces;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The functions of OpenGL ES that Java calls in another way than C: with strings, or with a buffer
 * for what C has an address for.
 */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class GlTexts {
  private static final int INFO_LOG_LENGTH = 0x8b84;
  private static final int SHADER_SOURCE_LENGTH = 0x8b88;
  private static final int BUFFER_MAP_POINTER = 0x88bd;
  private static final int BUFFER_MAP_LENGTH = 0x9120;

  /** More than a name of a variable has, in bytes. */
  private static final int NAME = 1 << 12;

  private GlTexts() {}

  @Replaces("android.opengl.GLES20")
  static void glShaderSource(int shader, String source) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment text = scratch.copy(source);
      MemorySegment all = scratch.allocate(Long.BYTES);
      all.set(ValueLayout.JAVA_LONG, 0, text.address());
      Gl.call("glShaderSource", shader, 1, all.address(), 0);
    }
  }

  @Replaces("android.opengl.GLES20")
  static String glGetShaderSource(int shader) {
    return text("glGetShaderiv", SHADER_SOURCE_LENGTH, "glGetShaderSource", shader);
  }

  @Replaces("android.opengl.GLES20")
  static String glGetShaderInfoLog(int shader) {
    return text("glGetShaderiv", INFO_LOG_LENGTH, "glGetShaderInfoLog", shader);
  }

  @Replaces("android.opengl.GLES20")
  static String glGetProgramInfoLog(int program) {
    return text("glGetProgramiv", INFO_LOG_LENGTH, "glGetProgramInfoLog", program);
  }

  @Replaces("android.opengl.GLES31")
  static String glGetProgramPipelineInfoLog(int pipeline) {
    return text("glGetProgramPipelineiv", INFO_LOG_LENGTH, "glGetProgramPipelineInfoLog", pipeline);
  }

  /** Returns the text of an object whose length is one of its parameters. */
  private static String text(String query, int lengthName, String function, int object) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment length = scratch.allocate(Integer.BYTES);
      length.set(ValueLayout.JAVA_INT, 0, 0);
      Gl.call(query, object, lengthName, length.address());
      int size = Math.max(1, length.get(ValueLayout.JAVA_INT, 0));
      MemorySegment text = scratch.allocate(size);
      text.set(ValueLayout.JAVA_BYTE, 0, (byte) 0);
      Gl.call(function, object, size, 0, text.address());
      return text.getString(0);
    }
  }

  @Replaces("android.opengl.GLES20")
  static String glGetActiveAttrib(
      int program, int index, int[] size, int sizeOffset, int[] type, int typeOffset) {
    return active("glGetActiveAttrib", program, index, at(size, sizeOffset), at(type, typeOffset));
  }

  @Replaces("android.opengl.GLES20")
  static String glGetActiveAttrib(int program, int index, IntBuffer size, IntBuffer type) {
    return active("glGetActiveAttrib", program, index, size, type);
  }

  @Replaces("android.opengl.GLES20")
  static String glGetActiveUniform(
      int program, int index, int[] size, int sizeOffset, int[] type, int typeOffset) {
    return active("glGetActiveUniform", program, index, at(size, sizeOffset), at(type, typeOffset));
  }

  @Replaces("android.opengl.GLES20")
  static String glGetActiveUniform(int program, int index, IntBuffer size, IntBuffer type) {
    return active("glGetActiveUniform", program, index, size, type);
  }

  @Replaces("android.opengl.GLES30")
  static String glGetTransformFeedbackVarying(
      int program, int index, int[] size, int sizeOffset, int[] type, int typeOffset) {
    return active(
        "glGetTransformFeedbackVarying",
        program,
        index,
        at(size, sizeOffset),
        at(type, typeOffset));
  }

  @Replaces("android.opengl.GLES30")
  static String glGetTransformFeedbackVarying(
      int program, int index, IntBuffer size, IntBuffer type) {
    return active("glGetTransformFeedbackVarying", program, index, size, type);
  }

  private static IntBuffer at(int[] array, int offset) {
    if (offset < 0 || offset >= array.length) {
      throw new IllegalArgumentException("length - offset < 1 < needed");
    }
    return IntBuffer.wrap(array, offset, 1);
  }

  private static String active(
      String function, int program, int index, IntBuffer size, IntBuffer type) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment name = noName(scratch);
      MemorySegment figures = scratch.allocate(2L * Integer.BYTES);
      figures.fill((byte) 0);
      Gl.call(
          function,
          program,
          index,
          NAME,
          0,
          figures.address(),
          figures.address() + Integer.BYTES,
          name.address());
      size.put(size.position(), figures.get(ValueLayout.JAVA_INT, 0));
      type.put(type.position(), figures.get(ValueLayout.JAVA_INT, Integer.BYTES));
      return name.getString(0);
    }
  }

  @Replaces("android.opengl.GLES30")
  static String glGetActiveUniformBlockName(int program, int index) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment name = noName(scratch);
      Gl.call("glGetActiveUniformBlockName", program, index, NAME, 0, name.address());
      return name.getString(0);
    }
  }

  @Replaces("android.opengl.GLES31")
  static String glGetProgramResourceName(int program, int kind, int index) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment name = noName(scratch);
      Gl.call("glGetProgramResourceName", program, kind, index, NAME, 0, name.address());
      return name.getString(0);
    }
  }

  /** Room for a name; a call that fails leaves it empty. */
  private static MemorySegment noName(Scratch scratch) {
    MemorySegment name = scratch.allocate(NAME);
    name.set(ValueLayout.JAVA_BYTE, 0, (byte) 0);
    return name;
  }

  @Replaces("android.opengl.GLES30")
  static void glTransformFeedbackVaryings(int program, String[] names, int mode) {
    try (Scratch scratch = Scratch.take()) {
      Gl.call("glTransformFeedbackVaryings", program, names.length, texts(names, scratch), mode);
    }
  }

  @Replaces("android.opengl.GLES30")
  static void glGetUniformIndices(int program, String[] names, int[] indices, int offset) {
    glGetUniformIndices(program, names, IntBuffer.wrap(indices, offset, indices.length - offset));
  }

  @Replaces("android.opengl.GLES30")
  static void glGetUniformIndices(int program, String[] names, IntBuffer indices) {
    if (indices.remaining() < names.length) {
      throw new IllegalArgumentException("remaining() < uniformCount < needed");
    }
    try (Scratch scratch = Scratch.take()) {
      MemorySegment found = scratch.allocate((long) names.length * Integer.BYTES);
      Gl.call("glGetUniformIndices", program, names.length, texts(names, scratch), found.address());
      for (int i = 0; i < names.length; i++) {
        indices.put(indices.position() + i, found.getAtIndex(ValueLayout.JAVA_INT, i));
      }
    }
  }

  @Replaces("android.opengl.GLES31")
  static int glCreateShaderProgramv(int kind, String[] sources) {
    try (Scratch scratch = Scratch.take()) {
      return (int) Gl.call("glCreateShaderProgramv", kind, sources.length, texts(sources, scratch));
    }
  }

  private static long texts(String[] texts, Scratch scratch) {
    MemorySegment all = scratch.allocate((long) texts.length * Long.BYTES);
    for (int i = 0; i < texts.length; i++) {
      all.setAtIndex(ValueLayout.JAVA_LONG, i, scratch.copy(texts[i]).address());
    }
    return all.address();
  }

  @Replaces("android.opengl.GLES30")
  static @Nullable Buffer glMapBufferRange(int target, int offset, int length, int access) {
    return buffer(Gl.call("glMapBufferRange", target, offset, length, access), length);
  }

  @Replaces("android.opengl.GLES30")
  static @Nullable Buffer glGetBufferPointerv(int target, int name) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment figures = scratch.allocate(2L * Long.BYTES);
      figures.fill((byte) 0);
      Gl.call("glGetBufferPointerv", target, BUFFER_MAP_POINTER, figures.address());
      Gl.call(
          "glGetBufferParameteri64v", target, BUFFER_MAP_LENGTH, figures.address() + Long.BYTES);
      return buffer(
          figures.get(ValueLayout.JAVA_LONG, 0), figures.get(ValueLayout.JAVA_LONG, Long.BYTES));
    }
  }

  @SuppressWarnings("restricted") // It is the driver's.
  private static @Nullable ByteBuffer buffer(long address, long length) {
    return address == 0
        ? null
        : MemorySegment.ofAddress(address)
            .reinterpret(length)
            .asByteBuffer()
            .order(ByteOrder.nativeOrder());
  }

  /** Nobody receives what a driver reports of its own accord. */
  @Replaces("android.opengl.GLES32")
  static void glDebugMessageCallback(Object receiver) {}
}
