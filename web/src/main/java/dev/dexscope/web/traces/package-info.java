/** One trace over HTTP: what the page asks while somebody looks at it. */
package dev.dexscope.web.traces;
