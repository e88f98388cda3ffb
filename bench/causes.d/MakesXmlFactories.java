// expect: parse.*finding algorithms
import java.io.*;
import javax.xml.parsers.*;

/** A planted cause: see the first line. */
public final class MakesXmlFactories {
  public static void main(String[] args) throws Exception {
    int sum = 0;
    for (int i = 0; i < 2_500; i++) {
      sum += parse("<a><b>" + i + "</b></a>");
    }
    System.out.println(sum);
  }

  static int parse(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes("UTF-8")))
        .getDocumentElement()
        .getTextContent()
        .length();
  }
}
