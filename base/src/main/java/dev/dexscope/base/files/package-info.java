/** Files that appear whole or not at all, temporary files, and the checks of both ends. */
package dev.dexscope.base.files;
