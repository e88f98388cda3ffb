/** Words that somebody wrote, and those that there are. */
package dev.dexscope.base.text;
