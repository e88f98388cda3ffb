package dalvik.annotation.optimization;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A class whose references may be cleared after their last use. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface DeadReferenceSafe {}
