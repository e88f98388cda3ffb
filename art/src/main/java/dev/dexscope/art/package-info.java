/** Android's own runtime (ART), where it is installed, and programs that run on it. */
package dev.dexscope.art;
