import com.android.tools.r8.ClassFileResourceProvider;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.ProgramResource;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The classes of the module {@code java.base}, which are all that the run time calls. R8 reads the
 * whole library: with all modules of the JDK it takes twice as long, for the same output.
 */
record JavaBase(ClassFileResourceProvider jdk) implements ClassFileResourceProvider {
  private static final Set<String> PACKAGES = Object.class.getModule().getPackages();

  static JavaBase ofSystem() throws IOException {
    return new JavaBase(JdkClassFileProvider.fromSystemJdk());
  }

  @Override
  public Set<String> getClassDescriptors() {
    return jdk.getClassDescriptors().stream()
        .filter(JavaBase::isMember)
        .collect(Collectors.toSet());
  }

  /** {@code Ljava/lang/Object;}. */
  private static boolean isMember(String descriptor) {
    int end = descriptor.lastIndexOf('/');
    return end > 0 && PACKAGES.contains(descriptor.substring(1, end).replace('/', '.'));
  }

  @Override
  public ProgramResource getProgramResource(String descriptor) {
    return jdk.getProgramResource(descriptor);
  }

  @Override
  public void getProgramResources(Consumer<ProgramResource> consumer) {
    getClassDescriptors().forEach(each -> consumer.accept(getProgramResource(each)));
  }
}
