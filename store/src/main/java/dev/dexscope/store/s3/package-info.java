/** Objects of Amazon S3 and of servers with its interface; knows nothing of stores. */
package dev.dexscope.store.s3;
