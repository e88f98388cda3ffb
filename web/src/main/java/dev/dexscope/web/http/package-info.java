/** Requests and answers: the common parts of every page. */
package dev.dexscope.web.http;
