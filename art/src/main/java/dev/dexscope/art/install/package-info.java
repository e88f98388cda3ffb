/** Makes Android's own runtime of a Linux distribution's packages and their sources. */
package dev.dexscope.art.install;
