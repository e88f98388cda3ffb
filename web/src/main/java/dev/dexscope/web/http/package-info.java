/** Requests and answers: what every page of ours shares, whatever it shows. */
package dev.dexscope.web.http;
