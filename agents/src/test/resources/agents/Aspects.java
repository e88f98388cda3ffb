import java.lang.instrument.Instrumentation;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** Advice that AspectJ weaves at load time. */
@Aspect
public class Aspects {
  /** A class of its own: the aspect is woven too when it is loaded. */
  public static class Start {
    public static void premain(String options, Instrumentation instrumentation) {
      System.setProperty("org.aspectj.weaver.loadtime.configuration", options);
      org.aspectj.weaver.loadtime.Agent.premain(null, instrumentation);
    }
  }

  @Around("execution(* Orders.Reversing.handle(..))")
  public Object around(ProceedingJoinPoint point) throws Throwable {
    System.out.println("around " + point.getSignature().getName() + " " + point.getArgs()[0]);
    try {
      return point.proceed();
    } finally {
      System.out.println("after");
    }
  }

  @Before("call(int Orders.Store.add(..)) && args(name, count)")
  public void before(JoinPoint point, String name, int count) {
    System.out.println("call " + name + count + " at " + point.getSourceLocation().getLine());
  }

  @AfterThrowing(pointcut = "execution(* Orders*..*(..))", throwing = "thrown")
  public void thrown(Throwable thrown) {
    System.out.println("threw " + thrown);
  }
}
