/** The web servers that users start: for traces of their own, for live VMs. */
package dev.dexscope.web;
