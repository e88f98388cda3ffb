package dev.dexscope.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before Spark is started. */
class SparkHomeTest {
  @TempDir private Path folder;

  private Path home(String core) throws IOException {
    Path jars = Files.createDirectories(folder.resolve("spark/jars"));
    Files.writeString(jars.resolve(core), "");
    return folder.resolve("spark");
  }

  @Test
  void theUsersInstallationIsFound() throws IOException {
    Path home = home("spark-core_2.13-4.2.0.jar");

    assertThat(SparkHome.require(home, Map.of()).folder()).isEqualTo(home);
    assertThat(SparkHome.require(null, Map.of("SPARK_HOME", home.toString())).folder())
        .isEqualTo(home);
  }

  @Test
  void whatIsNoInstallationIsRefused() throws IOException {
    assertThatThrownBy(() -> SparkHome.require(null, Map.of()))
        .isInstanceOf(MissingToolException.class)
        .hasMessage(
            "this engine needs Apache Spark, SPARK_HOME; name its folder there, or by --spark-home");
    assertThatThrownBy(() -> SparkHome.require(folder, Map.of()))
        .hasMessageStartingWith("no folder 'jars' of Apache Spark, " + folder);
    assertThatThrownBy(() -> SparkHome.require(home("other-1.jar"), Map.of()))
        .hasMessageStartingWith("no jar of Spark's core, ");
  }

  @Test
  void anOlderVersionIsRefused() throws IOException {
    Path home = home("spark-core_2.12-3.5.1.jar");
    assertThatThrownBy(() -> SparkHome.require(home, Map.of()))
        .hasMessage("Spark 3.5.1 is too old, " + home + "; install Spark 4 or newer");
  }

  @Test
  void sparksOwnScriptStartsTheDriver() throws IOException {
    Path home = home("spark-core_2.13-4.2.0.jar");
    List<Path> path = List.of(Path.of("a.jar"), Path.of("b.jar"));
    SparkHome spark = SparkHome.require(home, Map.of());
    assertThat(spark.submit(List.of("--master", "yarn"), 1L << 30, folder, path, "Main"))
        .contains("-Xmx1024m", "org.apache.spark.deploy.SparkSubmit")
        .noneMatch(word -> word.startsWith("@"))
        .endsWith("--master", "yarn", "--class", "Main", "spark-internal");

    Path options = Files.createDirectory(home.resolve("conf")).resolve("java-opts");
    Files.writeString(options, "-XX:+UseSerialGC");
    assertThat(spark.submit(List.of(), 1L << 30, folder, path, "Main")).contains("@" + options);

    Path script = Files.createDirectory(home.resolve("bin")).resolve("spark-submit");
    Files.createFile(
        script, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    assertThat(spark.submit(List.of("--master", "yarn"), 1L << 30, folder, path, "Main"))
        .startsWith(script.toString(), "--driver-memory", "1024m", "--driver-class-path")
        .endsWith("--master", "yarn", "--class", "Main", "spark-internal");
  }

  @ParameterizedTest
  @CsvSource({
    "local, true",
    "local[2], true",
    "local[*], true",
    "spark://127.0.0.1:7077, true",
    "'spark://127.0.0.1:7077,[::1]:7078', true",
    "'spark://127.0.0.1:7077,192.0.2.1:7078', false",
    "yarn, false",
    "k8s://https://192.0.2.1:6443, false"
  })
  void mastersHaveSparksForms(String url, String isHere) {
    assertThat(new SparkMaster(url).isOnThisMachine()).isEqualTo(Boolean.parseBoolean(isHere));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "spark",
        "spark://",
        "spark://host",
        "spark://host:99999",
        "local[",
        "mesos:5"
      })
  void otherFormsAreRefused(String url) {
    assertThatThrownBy(() -> new SparkMaster(url)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMasterThatIsNotThereIsReportedAtOnce() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var master = new SparkMaster("spark://127.0.0.1:" + port);
    SparkHome home = SparkHome.require(home("spark-core_2.13-4.2.0.jar"), Map.of());
    assertThatThrownBy(() -> SparkDatabase.start(home, master, 1L << 30, Duration.ofMinutes(1)))
        .isInstanceOf(SqlException.class)
        .hasMessage(
            "Spark's master: Connection refused, %s; compare the cluster's state and version with %s",
            master.url(), home.folder());
  }
}
