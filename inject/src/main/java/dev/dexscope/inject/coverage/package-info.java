/** Which code ran: places of the code that were reached, and what follows for methods and lines. */
package dev.dexscope.inject.coverage;
