package dev.dexscope.apphost;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The framework's classes of OpenGL ES and EGL, which have their own code down to native methods.
 */
public final class GlClasses {
  /** Those whose native methods are functions of OpenGL ES. */
  public static final Set<String> FUNCTIONS =
      Set.of(
          "android.opengl.GLES10",
          "android.opengl.GLES10Ext",
          "android.opengl.GLES11",
          "android.opengl.GLES11Ext",
          "android.opengl.GLES20",
          "android.opengl.GLES30",
          "android.opengl.GLES31",
          "android.opengl.GLES31Ext",
          "android.opengl.GLES32",
          "com.google.android.gles_jni.GLImpl");

  /** All of them. */
  public static final Set<String> ALL =
      Stream.concat(
              FUNCTIONS.stream(),
              Stream.of(
                  "android.opengl.EGL14",
                  "android.opengl.EGL15",
                  "android.opengl.EGLExt",
                  "android.opengl.GLUtils",
                  "com.google.android.gles_jni.EGLImpl"))
          .collect(Collectors.toUnmodifiableSet());

  private GlClasses() {}
}
