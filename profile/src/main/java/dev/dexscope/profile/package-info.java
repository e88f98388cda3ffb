/** From a program to its profile. */
package dev.dexscope.profile;
