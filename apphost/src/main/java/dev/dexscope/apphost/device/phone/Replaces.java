package dev.dexscope.apphost.device.phone;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method that takes the place of the framework's of the same name. Its parameters are the
 * object, unless the framework's is static, and the framework's parameters, all or the first ones;
 * {@code Object} stands for a type that is hidden, and for those of several overloads. On a class
 * it holds for all methods of the class that are not private.
 *
 * <p>It is for methods of which a shadow would be too much: a shadow of a subclass would hide that
 * of the class.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Replaces {
  /** The framework's classes with the method. */
  String[] value();
}
