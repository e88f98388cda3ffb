/** One trace over HTTP: the requests of its page. */
package dev.dexscope.web.traces;
