package dev.dexscope.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signatures, beside the examples of Amazon's documentation, and where keys are found. */
class S3SignatureTest {
  private static final S3Settings EXAMPLE =
      new S3Settings(
          "", "us-east-1", "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "");

  /** "Examples: Signature Calculations" of the Amazon S3 API reference. */
  @ParameterizedTest
  @CsvSource({
    "/test.txt, bytes=0-9, f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    "/?lifecycle=, '', fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    "/?max-keys=2&prefix=J, '', 34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  })
  void signaturesAreThoseOfTheDocumentation(String address, String range, String signature) {
    Map<String, String> headers =
        S3Signature.sign(
            EXAMPLE,
            "GET",
            URI.create("https://examplebucket.s3.amazonaws.com" + address),
            range.isEmpty() ? Map.of() : Map.of("range", range),
            S3Signature.EMPTY,
            Instant.parse("2013-05-24T00:00:00Z"));

    assertThat(headers.get("Authorization"))
        .startsWith("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/")
        .endsWith(",Signature=" + signature);
  }

  @Test
  void namesAreEncoded() {
    assertThat(S3Signature.encoded("a/b=c d+ü~", true)).isEqualTo("a/b%3Dc%20d%2B%C3%BC~");
    assertThat(S3Signature.encoded("a/b", false)).isEqualTo("a%2Fb");
  }

  @Test
  void keysAreFoundWhereAmazonsToolsFindThem(@TempDir Path home) throws Exception {
    Path folder = Files.createDirectories(home.resolve(".aws"));
    assertThatThrownBy(() -> S3Settings.find(Map.of(), home))
        .isInstanceOf(S3Exception.class)
        .hasMessageContaining("no keys for object storage");
    Files.writeString(
        folder.resolve("credentials"),
        """
        [default]
        aws_access_key_id = one
        aws_secret_access_key=first
        [ci]
        # aws_access_key_id = no
        aws_access_key_id = two
        aws_secret_access_key = second=
        aws_session_token = token
        """);
    Files.writeString(
        folder.resolve("config"),
        "[default]\nregion = eu-west-1\n[profile ci]\nregion=eu-north-1\nendpoint_url = http://h:1\n");

    assertThat(S3Settings.find(Map.of(), home))
        .isEqualTo(new S3Settings("", "eu-west-1", "one", "first", ""));
    S3Settings ci = S3Settings.find(Map.of("AWS_PROFILE", "ci"), home);
    assertThat(ci).isEqualTo(new S3Settings("http://h:1", "eu-north-1", "two", "second=", "token"));
    assertThat(ci.toString())
        .doesNotContain("second")
        .doesNotContain("two")
        .doesNotContain("token");
    Map<String, String> variables =
        Map.of(
            "AWS_PROFILE", "ci",
            "AWS_ACCESS_KEY_ID", "three",
            "AWS_SECRET_ACCESS_KEY", "third",
            "AWS_REGION", "r",
            "AWS_ENDPOINT_URL", "https://e");
    assertThat(S3Settings.find(variables, home))
        .isEqualTo(new S3Settings("https://e", "r", "three", "third", ""));
  }

  @Test
  void addressesAreChecked() {
    for (String each :
        new String[] {
          "s3:/b/c", "s3://b", "s3://B_/x", "gs://bucket/x", "s3://bucket/a b", "s3://"
        }) {
      assertThatThrownBy(() -> S3Folder.of(each, EXAMPLE)).isInstanceOf(S3Exception.class);
    }
    assertThat(EXAMPLE.bucket("bucket")).hasToString("https://bucket.s3.us-east-1.amazonaws.com");
    var wrong = new S3Settings("localhost:1", "r", "k", "s", "");
    assertThatThrownBy(() -> S3Folder.of("s3://bucket/x", wrong)).isInstanceOf(S3Exception.class);
  }
}
