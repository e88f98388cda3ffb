package dev.dexscope.apphost.device.phone;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method that is called before the framework's of the same name, which it refuses by an
 * exception. Its parameters are as those of {@link Replaces}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Precedes {
  /** The framework's classes with the method. */
  String[] value();
}
