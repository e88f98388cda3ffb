/** The server that takes traces from many and shows them to who has the link. */
package dev.dexscope.web.serve;
