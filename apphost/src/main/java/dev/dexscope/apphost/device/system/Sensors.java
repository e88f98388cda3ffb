package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.Context;
import android.hardware.Sensor;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.os.Handler;
import android.os.Looper;
import dev.dexscope.apphost.device.frames.OwnClock;
import dev.dexscope.apphost.device.phone.Precedes;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.SensorBuilder;
import org.robolectric.shadows.SensorEventBuilder;
import org.robolectric.shadows.ShadowSensorManager;

/**
 * Sensors that the phone has. It lies on a table, its top to the north, in a room with light: each
 * listener gets that once, because nothing changes.
 */
@SuppressWarnings("unused")
public final class Sensors {
  private static final float G = SensorManager.GRAVITY_EARTH;

  /** The sensors by their types. */
  private static final Map<Integer, Kind> SENSORS =
      Map.of(
          Sensor.TYPE_ACCELEROMETER, new Kind("Accelerometer", 39.2f, 0, 0, G),
          Sensor.TYPE_MAGNETIC_FIELD, new Kind("Magnetic field sensor", 2000, 0, 22, -42),
          Sensor.TYPE_GYROSCOPE, new Kind("Gyroscope", 17.5f, 0, 0, 0),
          Sensor.TYPE_LIGHT, new Kind("Light sensor", 40000, 300),
          Sensor.TYPE_PROXIMITY, new Kind("Proximity sensor", 5, 5),
          Sensor.TYPE_GRAVITY, new Kind("Gravity sensor", 39.2f, 0, 0, G),
          Sensor.TYPE_LINEAR_ACCELERATION, new Kind("Linear acceleration sensor", 39.2f, 0, 0, 0),
          Sensor.TYPE_ROTATION_VECTOR, new Kind("Rotation vector sensor", 1, 0, 0, 0, 1, 0));

  private Sensors() {}

  /** A kind of sensor, its greatest value, and its values at rest. */
  private static final class Kind {
    final String name;
    final float range;
    final float[] atRest;

    Kind(String name, float range, float... atRest) {
      this.name = name;
      this.range = range;
      this.atRest = atRest;
    }
  }

  /** Adds them. */
  static void equip(Application application) {
    ShadowSensorManager sensors =
        Shadow.extract(application.getSystemService(Context.SENSOR_SERVICE));
    SENSORS.forEach((type, kind) ->
        sensors.addSensor(
            SensorBuilder.newBuilder()
                .setType(type)
                .setName(kind.name)
                .setMaximumRange(kind.range)
                .setMinDelay(10_000)
                .build()));
  }

  @Precedes("android.hardware.SensorManager")
  static void registerListener(
      SensorManager sensors, SensorEventListener listener, @Nullable Sensor sensor) {
    registerListener(sensors, listener, sensor, 0, null);
  }

  @Precedes("android.hardware.SensorManager")
  static void registerListener(
      SensorManager sensors,
      SensorEventListener listener,
      @Nullable Sensor sensor,
      int period,
      @Nullable Handler handler) {
    Kind kind = sensor == null ? null : SENSORS.get(sensor.getType());
    if (sensor != null && kind != null) {
      Handler to = handler == null ? new Handler(Looper.getMainLooper()) : handler;
      to.post(() -> report(sensors, listener, sensor, kind));
    }
  }

  @Precedes("android.hardware.SensorManager")
  static void registerListener(
      SensorManager sensors,
      SensorEventListener listener,
      @Nullable Sensor sensor,
      int period,
      int latency,
      @Nullable Handler handler) {
    registerListener(sensors, listener, sensor, period, handler);
  }

  private static void report(
      SensorManager sensors, SensorEventListener listener, Sensor sensor, Kind kind) {
    ShadowSensorManager registered = Shadow.extract(sensors);
    if (registered.hasListener(listener, sensor)) {
      listener.onAccuracyChanged(sensor, SensorManager.SENSOR_STATUS_ACCURACY_HIGH);
      listener.onSensorChanged(
          SensorEventBuilder.newBuilder(sensor, kind.atRest.clone())
              .setAccuracy(SensorManager.SENSOR_STATUS_ACCURACY_HIGH)
              .setTimestamp(OwnClock.now())
              .build());
    }
  }
}
