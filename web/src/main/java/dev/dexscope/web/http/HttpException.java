package dev.dexscope.web.http;

import java.io.Serial;

/** A request that is refused, with the message to its sender. */
public final class HttpException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int status;

  public HttpException(int status, String reason) {
    super(reason);
    this.status = status;
  }

  /** The request makes no sense. */
  public static HttpException badRequest(String reason) {
    return new HttpException(400, reason);
  }

  /** There is nothing of that name. */
  public static HttpException notFound(String reason) {
    return new HttpException(404, reason);
  }

  /** The request has more bytes than are taken. */
  public static HttpException tooLarge(long limit) {
    return new HttpException(413, "more than " + limit + " bytes are not taken");
  }

  public int status() {
    return status;
  }

  /** The reason, in words. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
