/** Zip files, read as Android reads them, and written with aligned entries. */
package dev.dexscope.base.zip;
