package dev.dexscope.apphost.device.system;

import android.util.Xml;
import dev.dexscope.apphost.device.phone.Replaces;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** The framework's parser of XML for SAX, which is native there: the JDK's is in its place. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class SaxReader {
  private SaxReader() {}

  @Replaces("android.util.Xml")
  static void parse(String text, ContentHandler handler) throws SAXException {
    try {
      parse(new InputSource(new StringReader(text)), handler);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Replaces("android.util.Xml")
  static void parse(Reader in, ContentHandler handler) throws IOException, SAXException {
    parse(new InputSource(in), handler);
  }

  @Replaces("android.util.Xml")
  static void parse(InputStream in, Xml.Encoding encoding, ContentHandler handler)
      throws IOException, SAXException {
    var source = new InputSource(in);
    source.setEncoding(encoding.name().replace('_', '-'));
    parse(source, handler);
  }

  private static void parse(InputSource source, ContentHandler handler)
      throws IOException, SAXException {
    SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
    XMLReader reader;
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      reader = factory.newSAXParser().getXMLReader();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
    // Expat looks at no other file.
    reader.setEntityResolver((_, _) -> new InputSource(new StringReader("")));
    reader.setContentHandler(handler);
    reader.parse(source);
  }
}
