package dalvik.annotation.optimization;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A class whose references may be let go of after their last use. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface DeadReferenceSafe {}
