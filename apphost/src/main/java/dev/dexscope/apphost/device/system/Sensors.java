package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.Context;
import android.hardware.Sensor;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.SensorBuilder;
import org.robolectric.shadows.ShadowSensorManager;

/** Sensors that the phone has; it lies on a table. */
public final class Sensors {
  /** The sensors by their types, with their names and ranges. */
  private static final Map<Integer, Map.Entry<String, Float>> SENSORS =
      Map.of(
          Sensor.TYPE_ACCELEROMETER, Map.entry("Accelerometer", 39.2f),
          Sensor.TYPE_MAGNETIC_FIELD, Map.entry("Magnetic field sensor", 2000f),
          Sensor.TYPE_GYROSCOPE, Map.entry("Gyroscope", 17.5f),
          Sensor.TYPE_LIGHT, Map.entry("Light sensor", 40000f),
          Sensor.TYPE_PROXIMITY, Map.entry("Proximity sensor", 5f),
          Sensor.TYPE_GRAVITY, Map.entry("Gravity sensor", 39.2f),
          Sensor.TYPE_LINEAR_ACCELERATION, Map.entry("Linear acceleration sensor", 39.2f),
          Sensor.TYPE_ROTATION_VECTOR, Map.entry("Rotation vector sensor", 1f));

  private Sensors() {}

  /** Adds them. */
  static void equip(Application application) {
    ShadowSensorManager sensors =
        Shadow.extract(application.getSystemService(Context.SENSOR_SERVICE));
    SENSORS.forEach((type, figures) ->
        sensors.addSensor(
            SensorBuilder.newBuilder()
                .setType(type)
                .setName(figures.getKey())
                .setMaximumRange(figures.getValue())
                .setMinDelay(10_000)
                .build()));
  }
}
