package dev.dexscope.web.monitor;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitoredDevice;
import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Route;
import java.io.IOException;

/** Finds what a request is about: {@code device} and {@code pid} of its query name it. */
record Lookup(Monitor monitor) {
  MonitoredDevice device(Exchange exchange) {
    String serial = exchange.parameter("device");
    return monitor
        .device(serial)
        .orElseThrow(() -> HttpException.notFound("no device '" + serial + "'"));
  }

  MonitoredVm vm(Exchange exchange) {
    MonitoredDevice device = device(exchange);
    int pid = (int) exchange.integer("pid", 0, Integer.MAX_VALUE, 0);
    return device
        .vm(pid)
        .orElseThrow(
            () -> HttpException.notFound("no VM " + pid + " on the device '" + device + "'"));
  }

  /** An operation on a VM. */
  @FunctionalInterface
  interface Order {
    void give(MonitoredVm vm) throws IOException;
  }

  /** Gives an order, and answers with nothing. */
  Route ordering(Order order) {
    return exchange -> {
      MonitoredVm vm = vm(exchange);
      reachable(() -> {
        order.give(vm);
        return true;
      });
      exchange.empty(204);
    };
  }

  /** An answer of a VM or a device. */
  @FunctionalInterface
  interface Question<T> {
    T ask() throws IOException;
  }

  /** Asks; that there is no answer is no fault of this server. */
  static <T> T reachable(Question<T> question) throws IOException {
    try {
      return question.ask();
    } catch (IOException e) {
      boolean isKnown = e instanceof MonitorException;
      throw new HttpException(504, isKnown ? e.getMessage() + "" : "no answer: " + e.getMessage());
    }
  }
}
