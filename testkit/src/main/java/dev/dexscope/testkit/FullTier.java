package dev.dexscope.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that {@code ./verify --full} runs and {@code ./verify} does not, because they take long.
 *
 * <pre>{@code
 * @FullTier("starts a virtual device for each test")
 * class DeviceTest {}
 * }</pre>
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(FullTier.TAG)
public @interface FullTier {
  String TAG = "full";

  /** Returns the reason why it takes so long. */
  String value();
}
