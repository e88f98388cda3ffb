package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that would take all of a machine end, or end with their peer, and harm no other. */
@Timeout(120)
class HostileScriptsTest {
  @TempDir static Path folder;
  private static TestShell shell;

  @BeforeAll
  static void start() throws IOException {
    shell = TestShell.in(folder.resolve("device"));
    Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(folder.resolve("device/sdcard/link"), folder.resolve("secret"));
  }

  @AfterAll
  static void stop() throws IOException {
    shell.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ":() { :|:& }; :",
        "f() { f & f & }; f",
        "f() { f | f; }; f",
        "while :; do sleep 100 & done",
        "for i in 1 2 3 4 5 6 7 8 9; do (while :; do (: | :) & done) & done",
        "f() { f; }; f",
        "f() { x=$(f); }; f",
        "f() { eval f; }; f",
        "f() { (f); }; f",
        "f() { sh -c \"$1\" x \"$1\"; }; f 'eval \"$1\"'",
        "echo 'sh /sdcard/self' > /sdcard/self; sh /sdcard/self",
        "echo '. /sdcard/me' > /sdcard/me; . /sdcard/me",
        "x=aaaaaaaaaaaaaaaa; while x=$x$x$x$x; do :; done",
        "x=a; i=0; while [ $i -lt 100 ]; do eval x$i=$(yes | head -c 500000) || break; i=$((i+1)); done",
        "echo $(yes)",
        "for i in $(seq 1 1000000000); do :; done",
        "set -- a; while set -- \"$@\" \"$@\"; do [ $# -gt 100000 ] && exit; done",
        "x='$x'; eval \"$x\"; trap 'exit 3; trap' EXIT; exit",
        "case $(yes a | head -c 100000 | tr -d '\\n') in *a*a*a*a*a*a*a*b) ;; esac",
        "x=$(yes a | head -c 20000 | tr -d '\\n'); echo ${x##*b*a*a*a*b} | wc -c; echo ${x//a*b/}",
        "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | grep -E '(a*)*(a*)*b'",
        "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | sed -E 's/(a*)*(a|aa)*c//'",
        "echo x | sed ':a;ba'",
        "echo x | sed ':a;s/x/xx/;ta'",
        "printf '%1000000000d' 1",
        "awk 'BEGIN { x = \"a\"; while (1) x = x x }'",
        "awk 'BEGIN { while (1) a[i++] = i }'",
        "awk 'function f() { return f() } BEGIN { f() }'",
        "awk 'function f(x) { return f(x + 1) + f(x + 2) + f(x + 3) } BEGIN { print f(1) }'",
        "awk 'BEGIN { $100000000 = 1 }'; awk 'BEGIN { NF = 1e9 }'; awk 'BEGIN { $-1 = 2 }'",
        "awk 'BEGIN { printf \"%1000000000d\", 1 }'; awk 'BEGIN { printf \"%*s\", 1e9, 1 }'",
        "awk 'BEGIN { while (1) print \"x\" | \"cat \" i++ }'",
        "awk 'BEGIN { while (1) print \"xxxxxxxxxxxxxxxxxxxx\" | \"cat\" }' | head -c 10",
        "awk 'BEGIN { system(\"awk \\047BEGIN { system(\\\"yes\\\") }\\047\") }' | head -1",
        "awk 'BEGIN { while ((\"yes\" | getline x) > 0) n++; print n }'",
        "awk 'BEGIN { x = sprintf(\"%4000s\", 1); gsub(/ /, x, x); gsub(/ /, x, x) }'",
        "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | awk '/(a*)*(a*)*b/'",
        "awk \"$(yes '(' | head -c 10000 | tr -d '\\n')\"",
        "awk 'BEGIN { getline < \"/data/../../../../etc/passwd\"; print }'",
        "x=x+1; x='x'; echo $((x))",
        "a=b; b=a; echo $((a))",
        "echo $((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))",
        "echo ${x:-${x:-${x:-${x:-${x:-$(echo ${x:-$((1/0))})}}}}}",
        "xargs xargs xargs < /dev/null; yes | xargs -n1 echo | head -1",
        "find / -exec find / \\; | head -1",
        "yes | sort | head -1",
        "seq 1 999999999 | tac | head -1",
        "exec 9>&1; exec 1>&-; echo gone; echo here >&9",
      })
  void itEnds(String script) {
    TestShell.Result result = shell.run(script, "");
    assertThat(result.bytes().length).isLessThan(1 << 24);
    assertThat(shell.run("echo alive", "").out()).isEqualTo("alive\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat /sdcard/link",
        "cat /sdcard/../../secret",
        "cat ../../../secret",
        "cd /sdcard/..; cd ../..; cat secret",
        "grep -r secret / /sdcard ..",
        "find / -type f -exec cat {} \\;",
        "cp /sdcard/link /sdcard/copy; cat /sdcard/copy",
        "while read x; do echo $x; done < /sdcard/link",
        ". /sdcard/link; sh /sdcard/link; /sdcard/link",
        "md5sum /sdcard/link; sed p /sdcard/link; base64 /sdcard/link; head /sdcard/link",
        "for f in /*/* /../* ../*; do [ -f \"$f\" ] && cat \"$f\"; done",
      })
  void nothingOutsideOfTheDeviceIsRead(String script) throws IOException {
    TestShell.Result result = shell.run(script, "");
    assertThat(result.out() + result.err()).doesNotContain("secret\n").doesNotEndWith("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x > /sdcard/link",
        "echo x > /secret; echo x > /system/x; echo x > ../../secret",
        "cp /dev/null /sdcard/link; mv /sdcard/link /sdcard/link2; tee /sdcard/link",
        "sed -i s/s/t/ /sdcard/link; truncate -s 0 /sdcard/link; touch /sdcard/link; sort -o /sdcard/link /dev/null",
        "rm -rf / /sdcard/.. /system; find / -delete",
      })
  void nothingOutsideOfTheDeviceIsWritten(String script) throws IOException {
    shell.run(script, "");
    assertThat(Files.readString(folder.resolve("secret"))).isEqualTo("secret");
    assertThat(folder.resolve("device/system/bin")).isDirectory();
  }

  /** Scripts without an end run until their peer leaves, and leave time to others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while :; do :; done",
        "while :; do x=$((x+1)); done",
        "f() { while :; do :; done; }; f & f & f & wait",
        "yes > /dev/null",
        "yes | cat | cat > /dev/null",
        "while :; do echo x; done | while read y; do :; done",
        "until false; do (:); done",
        "sleep 100000",
      })
  void itEndsWithItsPeer(String script) throws InterruptedException {
    Shell endless = shell.open();
    CountDownLatch begun = new CountDownLatch(1);
    Thread peer =
        Thread.ofVirtual()
            .start(() -> {
              begun.countDown();
              PrintStream out =
                  new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
              endless.run(script, InputStream.nullInputStream(), out, out);
            });
    begun.await();
    assertThat(shell.run("echo $(seq 3 | wc -l)", "").out()).isEqualTo("3\n");
    endless.end();
    peer.interrupt();
    peer.join();
  }

  @Test
  void whatABombHasStartedIsGone() {
    TestShell.Result result = shell.run("while :; do sleep 1000 & done", "");
    assertThat(result.err()).contains("can't fork");
    assertThat(result.exit()).isEqualTo(130);
  }
}
