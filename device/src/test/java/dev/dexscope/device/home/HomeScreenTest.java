package dev.dexscope.device.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.PhoneScreen;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

class HomeScreenTest {
  private static final PhoneScreen SCREEN = new PhoneScreen(1078, 1918, 420);

  private static HomeScreen of(int count) {
    return HomeScreen.of(
        SCREEN,
        IntStream.range(0, count)
            .mapToObj(i -> new HomeScreen.App("org.test.app" + i, "App " + i + " <&\">"))
            .toList());
  }

  @Test
  void eachAppIsWhereItsIconIs() {
    for (int count : List.of(0, 1, 4, 5, 24, 25, 100)) {
      HomeScreen home = of(count);
      assertThat(home.icons()).hasSize(count);
      for (HomeScreen.Icon each : home.icons()) {
        int x = (each.left() + each.right()) / 2;
        int y = (each.top() + each.bottom()) / 2;
        assertThat(home.at(x, y)).contains(each.app());
        assertThat(each.bottom()).isLessThan(SCREEN.height());
      }
      assertThat(home.at(10, 10)).as("the bar of the system").isEmpty();
    }
    assertThat(of(3).labelled("App 1 <&\">")).isPresent();
    assertThat(of(3).labelled("App 3 <&\">")).isEmpty();
  }

  @Test
  void theHierarchyHasItsLabels() throws ParserConfigurationException, IOException, SAXException {
    byte[] xml = of(2).hierarchy().getBytes(StandardCharsets.UTF_8);
    NodeList nodes =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml))
            .getElementsByTagName("node");
    assertThat(nodes.getLength()).isEqualTo(3);
    var second = nodes.item(2).getAttributes();
    assertThat(second.getNamedItem("text").getNodeValue()).isEqualTo("App 1 <&\">");
    assertThat(second.getNamedItem("bounds").getNodeValue()).isEqualTo("[269,126][539,396]");
    assertThat(second.getNamedItem("clickable").getNodeValue()).isEqualTo("true");
  }

  @Test
  void thePictureIsTheSameInBothForms() throws IOException {
    HomePicture picture = HomePicture.of(of(5));
    var png = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(picture.png())));
    ByteBuffer raw = ByteBuffer.wrap(picture.raw()).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(raw.getInt()).isEqualTo(png.getWidth()).isEqualTo(SCREEN.width());
    assertThat(raw.getInt()).isEqualTo(png.getHeight()).isEqualTo(SCREEN.height());
    raw.position(16);
    // In the middle of the first icon, below its letter.
    int y = 126 + 20 + 100;
    int pixel = raw.getInt(16 + 4 * (y * SCREEN.width() + 134));
    int rgb = Integer.reverseBytes(pixel) >>> 8;
    assertThat(rgb).isEqualTo(png.getRGB(134, y) & 0xffffff);
    assertThat(rgb).as("not the background").isNotEqualTo(png.getRGB(5, y) & 0xffffff);
  }
}
