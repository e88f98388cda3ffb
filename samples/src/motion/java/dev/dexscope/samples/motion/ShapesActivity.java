package dev.dexscope.samples.motion;

import android.app.Activity;
import android.graphics.Bitmap;
import android.graphics.Color;
import android.opengl.GLES20;
import android.opengl.GLSurfaceView;
import android.opengl.GLUtils;
import android.opengl.Matrix;
import android.os.Bundle;
import android.os.SystemClock;
import android.util.Log;
import android.view.MotionEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import javax.microedition.khronos.egl.EGLConfig;
import javax.microedition.khronos.opengles.GL10;

/** Draws by OpenGL ES 2: a triangle on the left, a texture on the right; a touch turns the colors. */
public final class ShapesActivity extends Activity {
  private static final String TAG = "Shapes";

  /** Milliseconds until its first picture: longer than a screen that shows nothing is watched. */
  private static final long LOADING = 1000;

  /** Behind the shapes. */
  private static final float[] GROUND = {0f, 0f, 1f};

  private static final String VERTEX =
      "uniform mat4 place; attribute vec4 position; attribute vec2 at; varying vec2 texel;"
          + "void main() { gl_Position = place * position; texel = at; }";

  private static final String FRAGMENT =
      "precision mediump float; uniform vec4 color; uniform sampler2D picture; uniform float mix;"
          + "varying vec2 texel;"
          + "void main() { gl_FragColor = color + mix * texture2D(picture, texel); }";

  private GLSurfaceView view;
  private final Shapes shapes = new Shapes();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    view = new GLSurfaceView(this);
    view.setEGLContextClientVersion(2);
    view.setRenderer(shapes);
    view.setRenderMode(GLSurfaceView.RENDERMODE_WHEN_DIRTY);
    view.setOnTouchListener((touched, event) -> {
      if (event.getAction() == MotionEvent.ACTION_UP) {
        view.queueEvent(shapes::turn);
        view.requestRender();
      }
      return true;
    });
    setContentView(view);
    Log.i(TAG, "bytes=" + bytes());
  }

  /** Where others look for colors. */
  private static String bytes() {
    Bitmap bitmap = Bitmap.createBitmap(1, 1, Bitmap.Config.ARGB_8888);
    bitmap.eraseColor(Color.rgb(0, 160, 80));
    ByteBuffer pixels = ByteBuffer.allocate(4);
    bitmap.copyPixelsToBuffer(pixels);
    bitmap.copyPixelsFromBuffer(ByteBuffer.wrap(new byte[] {1, 2, 3, -1}));
    return (pixels.get(0) & 0xff) + "," + (pixels.get(1) & 0xff) + "," + (pixels.get(2) & 0xff)
        + " color=" + Integer.toHexString(bitmap.getPixel(0, 0));
  }

  @Override
  protected void onPause() {
    super.onPause();
    view.onPause();
    Log.i(TAG, "frames=" + shapes.frames);
  }

  @Override
  protected void onResume() {
    super.onResume();
    view.onResume();
  }

  private static final class Shapes implements GLSurfaceView.Renderer {
    private final float[] place = new float[16];
    private final int[] names = new int[2];
    private int program;
    private boolean isTurned;
    private volatile int frames;

    void turn() {
      isTurned = !isTurned;
    }

    @Override
    public void onSurfaceCreated(GL10 gl, EGLConfig config) {
      // Stands for what a game loads before its first picture.
      SystemClock.sleep(LOADING);
      GLES20.glClearColor(GROUND[0], GROUND[1], GROUND[2], 1f);
      program = GLES20.glCreateProgram();
      attach(GLES20.GL_VERTEX_SHADER, VERTEX);
      attach(GLES20.GL_FRAGMENT_SHADER, FRAGMENT);
      GLES20.glLinkProgram(program);
      int[] linked = new int[3];
      GLES20.glGetProgramiv(program, GLES20.GL_LINK_STATUS, linked, 1);
      GLES20.glGenTextures(1, names, 1);
      GLES20.glBindTexture(GLES20.GL_TEXTURE_2D, names[1]);
      GLES20.glTexParameteri(
          GLES20.GL_TEXTURE_2D, GLES20.GL_TEXTURE_MIN_FILTER, GLES20.GL_NEAREST);
      Bitmap bitmap = Bitmap.createBitmap(16, 16, Bitmap.Config.ARGB_8888);
      bitmap.eraseColor(Color.rgb(0, 160, 80));
      GLUtils.texImage2D(GLES20.GL_TEXTURE_2D, 0, bitmap, 0);
      Log.i(
          TAG,
          "linked=" + linked[1] + " errors=" + GLES20.glGetError()
              + " log=" + GLES20.glGetProgramInfoLog(program).trim()
              + " same=" + (GLES20.glGetString(GLES20.GL_VERSION).equals(gl.glGetString(GL10.GL_VERSION)))
              + " version=" + GLES20.glGetString(GLES20.GL_VERSION).substring(0, 10)
              + " refused=" + refused());
    }

    private static String refused() {
      try {
        GLES20.glGenTextures(2, new int[1], 0);
        return "nothing";
      } catch (IllegalArgumentException e) {
        return "too few";
      }
    }

    private void attach(int kind, String source) {
      int shader = GLES20.glCreateShader(kind);
      GLES20.glShaderSource(shader, source);
      GLES20.glCompileShader(shader);
      GLES20.glAttachShader(program, shader);
    }

    @Override
    public void onSurfaceChanged(GL10 gl, int width, int height) {
      GLES20.glViewport(0, 0, width, height);
      Matrix.setIdentityM(place, 0);
      Log.i(TAG, "size=" + width + "x" + height);
    }

    @Override
    public void onDrawFrame(GL10 gl) {
      frames++;
      GLES20.glClear(GLES20.GL_COLOR_BUFFER_BIT);
      GLES20.glUseProgram(program);
      GLES20.glUniformMatrix4fv(
          GLES20.glGetUniformLocation(program, "place"), 1, false, place, 0);
      // The lower left half, in a client's array.
      draw(isTurned ? new float[] {1, 1, 0, 1} : new float[] {1, 0, 0, 1}, 0, -1);
      // The lower right half, of a texture.
      draw(new float[] {0, 0, 0, 1}, 1, 0);
    }

    private void draw(float[] color, float mix, float left) {
      float[] corners = {left, -1, left + 1, -1, left, 0, left + 1, 0};
      FloatBuffer positions = direct(corners);
      int position = GLES20.glGetAttribLocation(program, "position");
      int at = GLES20.glGetAttribLocation(program, "at");
      GLES20.glEnableVertexAttribArray(position);
      GLES20.glVertexAttribPointer(position, 2, GLES20.GL_FLOAT, false, 0, positions);
      GLES20.glEnableVertexAttribArray(at);
      GLES20.glVertexAttribPointer(
          at, 2, GLES20.GL_FLOAT, false, 0, direct(new float[] {0, 0, 1, 0, 0, 1, 1, 1}));
      GLES20.glUniform4fv(GLES20.glGetUniformLocation(program, "color"), 1, color, 0);
      GLES20.glUniform1f(GLES20.glGetUniformLocation(program, "mix"), mix);
      GLES20.glDrawArrays(GLES20.GL_TRIANGLE_STRIP, 0, 4);
    }

    private static FloatBuffer direct(float[] values) {
      FloatBuffer buffer =
          ByteBuffer.allocateDirect(4 * values.length)
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer();
      buffer.put(values).position(0);
      return buffer;
    }
  }
}
