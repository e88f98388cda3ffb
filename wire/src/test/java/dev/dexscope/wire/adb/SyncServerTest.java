package dev.dexscope.wire.adb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyncServerTest {
  /** A device with one file. */
  private record OneFile(byte[] content) implements SyncFiles {
    @Override
    public FileState stat(String path, boolean isOfLink) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<SyncFrame.Entry> list(String path) {
      return List.of();
    }

    @Override
    public InputStream open(String path) {
      return new ByteArrayInputStream(content);
    }

    @Override
    public void create(String path, int mode, Content made) {
      throw new UnsupportedOperationException();
    }
  }

  /** After a short write, adb's own connection to its client may wait for 40 ms. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "65536, 1", "65537, 1", "983040, 1", "1048576, 2", "2000000, 2"})
  void aFileIsSentInFewWritesAndItsEndWithItsLastPart(int size, int writes) throws IOException {
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    byte[] request = WireWriter.littleEndian().utf8("RECV").i4(2).utf8("/a").toBytes();
    List<byte[]> written = new ArrayList<>();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int one) {
            throw new UnsupportedOperationException();
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            written.add(Arrays.copyOfRange(bytes, offset, offset + length));
          }
        };
    Link client = new Link("test", new ByteArrayInputStream(request), out, () -> {});
    new SyncServer(client, new OneFile(content)).serve();
    assertThat(written).hasSize(writes);

    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each : written) {
      all.write(each);
    }
    Link answer = Pipes.of(all.toByteArray());
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (SyncFrame.readTransfer(answer) instanceof SyncFrame.Data data) {
      read.write(data.bytes());
    }
    assertThat(read.toByteArray()).isEqualTo(content);
    assertThat(answer.in().read()).isEqualTo(-1);
  }
}
